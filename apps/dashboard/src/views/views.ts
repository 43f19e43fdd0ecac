import { Overview } from './overview/overview.js';
import type { View } from './view.js';

/** The views in the order of their tabs and keys. The first one is shown when none was chosen. */
export const VIEWS: readonly [View, ...View[]] = [
  { name: 'overview', title: 'Overview', Component: Overview },
];

/** Returns the view that an address names, or the first one. */
export function viewOf(name: string | undefined): View {
  return VIEWS.find((view) => view.name === name) ?? VIEWS[0];
}
