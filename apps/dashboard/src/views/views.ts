import { lazily } from '../lazy/lazily.js';
import type { View } from './view.js';

/** The views in the order of their tabs and keys. The first one is shown when none was chosen. */
export const VIEWS: readonly [View, ...View[]] = [
  {
    name: 'overview',
    title: 'Overview',
    ...lazily(async () => (await import('./overview/overview.js')).Overview),
  },
  {
    name: 'bots',
    title: 'Bots',
    ...lazily(async () => (await import('./bots/bots.js')).Bots),
  },
  {
    name: 'pages',
    title: 'Pages',
    ...lazily(async () => (await import('./pages/pages.js')).Pages),
  },
  {
    name: 'answers',
    title: 'Answers',
    ...lazily(async () => (await import('./answers/answers.js')).Answers),
  },
  {
    name: 'people',
    title: 'People',
    ...lazily(async () => (await import('./people/people.js')).People),
  },
  {
    name: 'countries',
    title: 'Countries',
    ...lazily(async () => (await import('./countries/countries.js')).Countries),
  },
  {
    name: 'hosts',
    title: 'Hosts',
    ...lazily(async () => (await import('./hosts/hosts.js')).Hosts),
  },
  {
    name: 'spoofed',
    title: 'Spoofed',
    ...lazily(async () => (await import('./spoofed/spoofed.js')).Spoofed),
  },
  {
    name: 'coverage',
    title: 'Coverage',
    ...lazily(async () => (await import('./coverage/coverage.js')).Coverage),
  },
  {
    name: 'robots',
    title: 'Robots',
    ...lazily(async () => (await import('./robots/robots.js')).Robots),
  },
  {
    name: 'alerts',
    title: 'Alerts',
    isWithoutVisits: true,
    ...lazily(async () => (await import('./alerts/alerts.js')).Alerts),
  },
  {
    name: 'feeds',
    title: 'Feeds',
    isWithoutVisits: true,
    ...lazily(async () => (await import('./feeds/feeds.js')).Feeds),
  },
  {
    name: 'settings',
    title: 'Settings',
    isWithoutVisits: true,
    ...lazily(async () => (await import('./settings/settings.js')).Settings),
  },
];

/** Returns the view that an address names, or the first one. */
export function viewOf(name: string | undefined): View {
  return VIEWS.find((view) => view.name === name) ?? VIEWS[0];
}
