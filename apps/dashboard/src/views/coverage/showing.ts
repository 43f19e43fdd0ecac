import type { QueryOf } from '../../api/types.js';
import { texts } from '../../texts/texts.js';

/** One way to look at the pages. */
export interface Showing {
  /** In the address, as `tab=`; the first one has none. */
  tab: string | undefined;
  title: string;
  show: NonNullable<QueryOf<'/api/v1/websites/{id}/coverage'>['show']>;
  empty: string;
}

const { all, never_read, errors, read } = texts.coverage.showings;

export const SHOWINGS: readonly [Showing, ...Showing[]] = [
  { tab: undefined, show: 'all', ...all },
  { tab: 'unread', show: 'never_read', ...never_read },
  { tab: 'errors', show: 'errors', ...errors },
  { tab: 'read', show: 'read', ...read },
];

/** Returns what an address names, or the first one. */
export function showingOf(name: string | undefined): Showing {
  return SHOWINGS.find(({ tab }) => tab === name) ?? SHOWINGS[0];
}
