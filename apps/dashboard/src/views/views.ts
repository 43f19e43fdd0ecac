import { Bots } from './bots/bots.js';
import { Overview } from './overview/overview.js';
import { Pages } from './pages/pages.js';
import type { View } from './view.js';

/** The views in the order of their tabs and keys. The first one is shown when none was chosen. */
export const VIEWS: readonly [View, ...View[]] = [
  { name: 'overview', title: 'Overview', Component: Overview },
  { name: 'bots', title: 'Bots', Component: Bots },
  { name: 'pages', title: 'Pages', Component: Pages },
];

/** Returns the view that an address names, or the first one. */
export function viewOf(name: string | undefined): View {
  return VIEWS.find((view) => view.name === name) ?? VIEWS[0];
}
