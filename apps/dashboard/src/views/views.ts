import { lazily } from '../lazy/lazily.js';
import { texts } from '../texts/texts.js';
import type { View, ViewGroup } from './view.js';

const { titles } = texts.views;

/** The first view, which an address without a view shows. */
const OVERVIEW: View = {
  name: 'overview',
  title: titles.overview,
  ...lazily(async () => (await import('./overview/overview.js')).Overview),
};

/**
 * The groups in the order of their links and keys. Names of views stand in addresses that people
 * keep, so they stay when a title changes.
 */
export const GROUPS: readonly [ViewGroup, ...ViewGroup[]] = [
  {
    key: '1',
    title: titles.overview,
    views: [
      OVERVIEW,
      {
        name: 'live',
        title: titles.live,
        isWithoutVisits: true,
        ...lazily(async () => (await import('./live/live.js')).LiveView),
      },
    ],
  },
  {
    key: '2',
    title: titles.ai,
    views: [
      {
        name: 'ai',
        title: titles.companies,
        ...lazily(async () => (await import('./ai/ai.js')).Ai),
      },
      {
        name: 'coverage',
        title: titles.coverage,
        ...lazily(async () => (await import('./coverage/coverage.js')).Coverage),
      },
    ],
  },
  {
    key: '3',
    title: titles.bots,
    views: [
      {
        name: 'bots',
        title: titles.bots,
        ...lazily(async () => (await import('./bots/bots.js')).Bots),
      },
    ],
  },
  {
    key: '4',
    title: titles.pages,
    views: [
      {
        name: 'pages',
        title: titles.pages,
        ...lazily(async () => (await import('./pages/pages.js')).Pages),
      },
      {
        name: 'answers',
        title: titles.responses,
        ...lazily(async () => (await import('./answers/answers.js')).Answers),
      },
    ],
  },
  {
    key: '5',
    title: titles.people,
    views: [
      {
        name: 'people',
        title: titles.people,
        ...lazily(async () => (await import('./people/people.js')).People),
      },
    ],
  },
  {
    key: '6',
    title: titles.trust,
    views: [
      {
        name: 'spoofed',
        title: titles.verification,
        ...lazily(async () => (await import('./spoofed/spoofed.js')).Spoofed),
      },
      {
        name: 'robots',
        title: titles.robots,
        ...lazily(async () => (await import('./robots/robots.js')).Robots),
      },
    ],
  },
  {
    key: '7',
    title: titles.sources,
    views: [
      {
        name: 'feeds',
        title: titles.feeds,
        isWithoutVisits: true,
        ...lazily(async () => (await import('./feeds/feeds.js')).Feeds),
      },
      {
        name: 'hosts',
        title: titles.hosts,
        ...lazily(async () => (await import('./hosts/hosts.js')).Hosts),
      },
      {
        name: 'countries',
        title: titles.countries,
        ...lazily(async () => (await import('./countries/countries.js')).Countries),
      },
    ],
  },
  {
    key: '8',
    title: titles.alerts,
    views: [
      {
        name: 'alerts',
        title: titles.alerts,
        isWithoutVisits: true,
        ...lazily(async () => (await import('./alerts/alerts.js')).Alerts),
      },
    ],
  },
  {
    key: '9',
    title: titles.settings,
    views: [
      {
        name: 'settings',
        title: titles.settings,
        isWithoutVisits: true,
        ...lazily(async () => (await import('./settings/settings.js')).Settings),
      },
    ],
  },
];

/** Returns the view of these groups that an address names, or the first one. */
export function viewOf(name: string | undefined, groups: readonly ViewGroup[] = GROUPS): View {
  return groups.flatMap(({ views }) => views).find((view) => view.name === name) ?? OVERVIEW;
}

/** How an address names a view: the first one by nothing. */
export const nameInAddress = (view: View): string | undefined =>
  view === OVERVIEW ? undefined : view.name;

/** Returns the groups with no other views than these. A group without any of them is left out. */
export function groupsWith(names: readonly string[]): ViewGroup[] {
  return GROUPS.flatMap((group): ViewGroup[] => {
    const [first, ...others] = group.views.filter(({ name }) => names.includes(name));
    return first ? [{ ...group, views: [first, ...others] }] : [];
  });
}
