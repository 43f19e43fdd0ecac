import { lazily } from '../lazy/lazily.js';
import type { View, ViewGroup } from './view.js';

/** The first view, which an address without a view shows. */
const OVERVIEW: View = {
  name: 'overview',
  title: 'Overview',
  ...lazily(async () => (await import('./overview/overview.js')).Overview),
};

/**
 * The groups in the order of their links and keys. Names of views stand in addresses that people
 * keep, so they stay when a title changes.
 */
export const GROUPS: readonly [ViewGroup, ...ViewGroup[]] = [
  {
    key: '1',
    title: 'Overview',
    views: [
      OVERVIEW,
      {
        name: 'live',
        title: 'Live',
        isWithoutVisits: true,
        ...lazily(async () => (await import('./live/live.js')).LiveView),
      },
    ],
  },
  {
    key: '2',
    title: 'AI',
    views: [
      {
        name: 'ai',
        title: 'Companies',
        ...lazily(async () => (await import('./ai/ai.js')).Ai),
      },
      {
        name: 'coverage',
        title: 'Coverage',
        ...lazily(async () => (await import('./coverage/coverage.js')).Coverage),
      },
    ],
  },
  {
    key: '3',
    title: 'Bots',
    views: [
      {
        name: 'bots',
        title: 'Bots',
        ...lazily(async () => (await import('./bots/bots.js')).Bots),
      },
    ],
  },
  {
    key: '4',
    title: 'Pages',
    views: [
      {
        name: 'pages',
        title: 'Pages',
        ...lazily(async () => (await import('./pages/pages.js')).Pages),
      },
      {
        name: 'answers',
        title: 'Responses',
        ...lazily(async () => (await import('./answers/answers.js')).Answers),
      },
    ],
  },
  {
    key: '5',
    title: 'People',
    views: [
      {
        name: 'people',
        title: 'People',
        ...lazily(async () => (await import('./people/people.js')).People),
      },
    ],
  },
  {
    key: '6',
    title: 'Trust',
    views: [
      {
        name: 'spoofed',
        title: 'Verification',
        ...lazily(async () => (await import('./spoofed/spoofed.js')).Spoofed),
      },
      {
        name: 'robots',
        title: 'Robots.txt',
        ...lazily(async () => (await import('./robots/robots.js')).Robots),
      },
    ],
  },
  {
    key: '7',
    title: 'Sources',
    views: [
      {
        name: 'feeds',
        title: 'Log sources',
        isWithoutVisits: true,
        ...lazily(async () => (await import('./feeds/feeds.js')).Feeds),
      },
      {
        name: 'hosts',
        title: 'Hosts',
        ...lazily(async () => (await import('./hosts/hosts.js')).Hosts),
      },
      {
        name: 'countries',
        title: 'Countries',
        ...lazily(async () => (await import('./countries/countries.js')).Countries),
      },
    ],
  },
  {
    key: '8',
    title: 'Alerts',
    views: [
      {
        name: 'alerts',
        title: 'Alerts',
        isWithoutVisits: true,
        ...lazily(async () => (await import('./alerts/alerts.js')).Alerts),
      },
    ],
  },
  {
    key: '9',
    title: 'Settings',
    views: [
      {
        name: 'settings',
        title: 'Settings',
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
