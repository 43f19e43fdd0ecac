// What the account has on both builds, besides its visits. Nothing here is random.
import type { AlertKind } from '@app/contracts';

/** The websites, the one with the most visits first. The second one is on a host below the first. */
export const WEBSITES = [
  { domain: 'one.example' },
  { domain: 'shop.one.example', count: 'pages', behaviour: 'off' },
  { domain: 'xn--bcher-kva.example' },
] as const;

export const DAY_MS = 86_400_000;
/** How long before the instant of a run the first visits were. */
export const FIRST_DAY = 426;

/** Returns the UTC day that is so many days before an instant, `2026-11-20`. */
export const dayBefore = (instant: number, days: number): string =>
  new Date(instant - days * DAY_MS).toISOString().slice(0, 10);

/** Texts of robots.txt, and how many days before the instant each came in force. */
export const ROBOTS: readonly { days: number; text: string }[] = [
  {
    days: 300,
    text: 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /section-3/\n',
  },
  {
    days: 20,
    text: [
      'User-agent: GPTBot',
      'Disallow: /section-1/',
      'Allow: /section-1/article-about-topic-38$',
      '',
      'User-agent: Bytespider',
      'User-agent: ClaudeBot',
      'Disallow: /*/article',
      '',
      'User-agent: *',
      'Disallow: /search?q=',
      'Disallow: /*.pdf$',
      'Disallow: /Ä b/',
    ].join('\n'),
  },
];

/** The alerts of the first website. They tell nothing until all visits are stored: see `events.ts`. */
export const ALERTS: readonly { kind: AlertKind; [condition: string]: unknown }[] = [
  { kind: 'feed_silent' },
  { kind: 'spoofed', least: 1 },
  { kind: 'dead_entries' },
  { kind: 'robots_disobeyed', bot: 'GPTBot', least: 1 },
  { kind: 'coverage_below', share: 1 },
  { kind: 'unusual_visits', direction: 'above' },
];

/** Addresses of the sitemap: pages that are visited, and pages that nobody asks for. */
export const SITEMAP = [
  ...Array.from(
    { length: 400 },
    (_, at) => `/section-${(at + 1) % 37}/article-about-topic-${at + 1}`,
  ),
  ...Array.from({ length: 50 }, (_, at) => `/never-asked-for/${at}`),
];
