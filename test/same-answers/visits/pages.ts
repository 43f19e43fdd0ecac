// What is asked for: host, path, status and method. Pure.
import { PROBE_PATHS } from '@app/classification';
import { pathOf } from '../../bench/traffic.js';
import { WEBSITES } from '../account/contents.js';
import type { RandomValues } from './random-values.js';

export interface Page {
  method: string;
  host: string;
  path: string;
  status_code: number;
}

const PATHS = 1_500;
const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'get', 'NO TOKEN'];
const STATUSES = [
  [0.8, 200],
  [0.05, 301],
  [0.02, 304],
  [0.07, 404],
  [0.02, 403],
  [0.01, 429],
  [0.015, 500],
  [0.01, 503],
  [0.005, 0],
] as const;

const ODD_PATHS = [
  '/Ä b/1"\'',
  '/Ä b/2',
  '/%C3%84%20b/2',
  '//double//slash',
  '/a/../b/./c',
  '/tab\tand\nline',
  '/nul\0here',
  '/alone\ud800surrogate',
  '/\u{1f916}/robot',
  '/100%_done_%25',
  '/under_score',
  '/underXscore',
  '/back\\slash',
  `/long/${'very-'.repeat(600)}end`,
  '/?only=query',
  '/search?q=a&b=c#part',
  'no-slash',
  '*',
  'https://one.example/absolute',
  '/=HYPERLINK("x")',
  '/comma,semicolon;"quote"',
  '/Zebra',
  '/zebra',
  '/éclair',
  '/-minus',
];

/** Files that say something about a website, and files that are no pages. */
const FILES = [
  ...['/robots.txt', '/llms.txt', '/sitemap.xml', '/favicon.ico', '/assets/app.js', '/style.css'],
  ...['/img/logo.PNG', '/fonts/a.woff2', '/feed.xml', '/doc/report.pdf', '/index.html'],
];

const PROBES = PROBE_PATHS.flatMap(({ examples }) => examples);

/** Hosts of a website, and hosts that belong to none. */
const HOSTS_BEFORE = ['', 'www.', 'www.', 'WWW.', 'blog.', 'a.b.', 'xn--mgbh0fb.'];
const OTHER_HOSTS = [
  '',
  '-',
  'stranger.example',
  '192.0.2.1',
  '[2001:db8::1]:8080',
  'notone.example',
];

/** @returns a function that draws what the next visit asks for */
export function createPages(random: RandomValues): () => Page {
  const kinds: readonly (readonly [share: number, path: () => string])[] = [
    [0.82, () => pathOf(random.rank(PATHS) + 1)],
    [0.05, () => random.pick(ODD_PATHS)],
    [0.08, () => random.pick(FILES)],
    [0.02, () => random.pick(PROBES)],
    [0.02, () => `${pathOf(random.rank(50) + 1)}?utm_source=${random.below(9)}`],
    [0.01, () => `/rare/${random.below(100_000)}`],
  ];
  return () => ({
    method: random.pick(METHODS),
    host: hostOf(random),
    path: random.pickWeighted(kinds)(),
    status_code: random.pickWeighted(STATUSES),
  });
}

function hostOf(random: RandomValues): string {
  if (random.fraction() < 0.02) return random.pick(OTHER_HOSTS);
  const { domain } = WEBSITES[random.rank(WEBSITES.length)] ?? WEBSITES[0];
  const host = `${random.pick(HOSTS_BEFORE)}${domain}`;
  return random.fraction() < 0.05
    ? random.pick([`${host}:443`, `${host}.`, host.toUpperCase()])
    : host;
}
