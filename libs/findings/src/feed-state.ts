/** What came on a feed in some time. */
export interface FeedTotals {
  /** Accepted ones. */
  deliveries: number;
  /** What the accepted deliveries held: entries, skipped and rejected records. */
  records: number;
  entries: number;
  /** Of these entries. */
  without_address: number;
  skipped: number;
  rejected: number;
  /** Deliveries that were refused as a whole. */
  refused: number;
}

/**
 * `silent`: nothing came. `refused`: every delivery was refused. `no_records`: what came was empty.
 * `skipped`: no record is a visit, and nothing is wrong with that. `rejected`: no record is a visit,
 * and some cannot be read. `partly_rejected`: much cannot be read. `no_addresses`: the log arrives,
 * but without addresses. `works`: most of the log arrives.
 */
export type FeedState =
  | 'silent'
  | 'refused'
  | 'no_records'
  | 'skipped'
  | 'rejected'
  | 'partly_rejected'
  | 'no_addresses'
  | 'works';

/** With no more rejects than this share, most of a log arrives. */
const MOST_REJECTED = 0.05;
/** What a sender leaves out, it leaves out of every entry. The rest are those of another sender. */
const MOST_WITHOUT_ADDRESS = 0.9;

/** Decides whether a feed works. */
export function feedStateOf(totals: FeedTotals): FeedState {
  const { deliveries, records, entries, skipped, rejected, refused, without_address } = totals;
  if (deliveries === 0) return refused === 0 ? 'silent' : 'refused';
  if (records === 0) return 'no_records';
  if (skipped === records) return 'skipped';
  if (entries === 0) return 'rejected';
  if (rejected > records * MOST_REJECTED) return 'partly_rejected';
  return without_address >= entries * MOST_WITHOUT_ADDRESS ? 'no_addresses' : 'works';
}
