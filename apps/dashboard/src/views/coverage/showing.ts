import type { QueryOf } from '../../api/types.js';

/** One way to look at the pages. */
export interface Showing {
  /** In the address, as `tab=`; the first one has none. */
  tab: string | undefined;
  title: string;
  show: NonNullable<QueryOf<'/api/v1/websites/{id}/coverage'>['show']>;
  empty: string;
}

const OTHER = 'Choose other days, or take a filter away.';

export const SHOWINGS: readonly [Showing, ...Showing[]] = [
  { tab: undefined, title: 'All', show: 'all', empty: `There is no page to show. ${OTHER}` },
  {
    tab: 'unread',
    title: 'Never read',
    show: 'never_read',
    empty: 'AI bots read every one of these pages.',
  },
  {
    tab: 'errors',
    title: 'With errors',
    show: 'errors',
    empty: 'No page answered AI bots with an error.',
  },
  { tab: 'read', title: 'Read', show: 'read', empty: `AI bots read none of these pages. ${OTHER}` },
];

/** Returns what an address names, or the first one. */
export function showingOf(name: string | undefined): Showing {
  return SHOWINGS.find(({ tab }) => tab === name) ?? SHOWINGS[0];
}
