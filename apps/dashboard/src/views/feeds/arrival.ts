import type { Feed } from './feed.js';

/** What came on a feed since somebody began to wait. */
export type Arrival =
  | { kind: 'waiting' }
  /** Entries came. */
  | { kind: 'arrived'; entries: number }
  /** Deliveries came, and none of their records is a visit. */
  | { kind: 'no-visits' }
  /** Deliveries came and were refused. */
  | { kind: 'refused' };

type Counted = Pick<Feed, 'last_30_days'>;

/**
 * Compares what came until now with what had come before. A feed is not there as long as nothing
 * came on it.
 */
export function arrivalOf(before: Counted | undefined, now: Counted | undefined): Arrival {
  const grown = (count: 'entries' | 'deliveries' | 'refused') =>
    (now?.last_30_days[count] ?? 0) - (before?.last_30_days[count] ?? 0);
  if (grown('entries') > 0) return { kind: 'arrived', entries: grown('entries') };
  if (grown('deliveries') > 0) return { kind: 'no-visits' };
  return grown('refused') > 0 ? { kind: 'refused' } : { kind: 'waiting' };
}
