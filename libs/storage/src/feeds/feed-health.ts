import type pg from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { statement } from '../database/statement.js';

/** So many samples of rejects are kept of each feed of a website. */
export const SAMPLES_PER_FEED = 20;

/** What became of something that did not become an entry: a record, or a whole delivery. */
export type NoEntry = 'skipped' | 'rejected' | 'refused';

/** One reject or refusal, without any value of the record. */
export interface FeedSample {
  /** Epoch milliseconds UTC. */
  at: number;
  reason: string;
  message: string;
  outline: string | null;
}

/** Some entries, and what they have. */
export interface EntryTotals {
  entries: number;
  /** Of these entries. */
  withoutAddress: number;
  withoutHost: number;
  withoutCountry: number;
  withoutFetchHeaders: number;
  withoutReferer: number;
  staticFiles: number;
  /** Milliseconds between the time of an entry and its arrival: the sum, and the largest. */
  lagMs: number;
  largestLagMs: number;
}

/** Returns totals of no entries. It is a plain literal, because this is made for every request. */
export const noTotals = (): EntryTotals => ({
  entries: 0,
  withoutAddress: 0,
  withoutHost: 0,
  withoutCountry: 0,
  withoutFetchHeaders: 0,
  withoutReferer: 0,
  staticFiles: 0,
  lagMs: 0,
  largestLagMs: 0,
});

/** What came on a feed of a website within an hour. Cells of the same hour add up. */
export interface FeedCell extends EntryTotals {
  websiteId: number;
  feed: string;
  /** Start of the hour, epoch milliseconds UTC. */
  hour: number;
  deliveries: number;
  /** When deliveries were accepted, epoch milliseconds UTC; null when none was. */
  first: number | null;
  last: number | null;
  reasons: Record<NoEntry, Record<string, number>>;
  /** The last ones, the oldest first. */
  samples: FeedSample[];
}

/** The deliveries of some time, and their entries. */
export interface FeedTotals {
  deliveries: number;
  entries: number;
  without_address: number;
  without_host: number;
  without_country: number;
  without_fetch_headers: number;
  without_referer: number;
  static_files: number;
  lag_ms: number;
  largest_lag_ms: number;
}

/** A count of hours serves the last 24 hours, a count of days the last 30 days. */
type Grain = 'hour' | 'day';

/** A feed of a website as it is stored. */
export interface FeedRow {
  feed: string;
  first_delivery: Date | null;
  last_delivery: Date | null;
  counts: ({ grain: Grain } & FeedTotals)[];
  /** The most frequent first. */
  reasons: { grain: Grain; result: NoEntry; reason: string; number: number }[];
  /** The newest first. */
  samples: FeedSample[];
}

const NOTE_FEEDS = statement('feeds/note_feeds');
const COUNT_DELIVERIES = statement('feeds/count_deliveries');
const COUNT_REASONS = statement('feeds/count_reasons');
const ADD_SAMPLES = statement('feeds/add_samples');
const TRIM_SAMPLES = statement('feeds/trim_samples');
const FIND_FEEDS = statement('feeds/find_feeds');
const LAST_DELIVERIES = statement('feeds/last_deliveries');

/** Whether logs arrive on the feeds of websites, and what becomes of their records. */
export class FeedHealth {
  constructor(private readonly pool: pg.Pool) {}

  /** Adds what was counted, in one transaction. What belongs to deleted websites is dropped. */
  async add(cells: readonly FeedCell[]): Promise<void> {
    if (cells.length === 0) return;
    await inTransaction(this.pool, async (client) => {
      for (const [text, values] of writesOf(cells)) await client.query(text, values);
    });
  }

  /**
   * Returns the feeds of a website, by name.
   *
   * @param since the first hour and the first day that count
   */
  async find(websiteId: number, since: { hour: Date; day: Date }): Promise<FeedRow[]> {
    const { rows } = await this.pool.query<FeedRow>({
      name: 'find_feeds',
      text: FIND_FEEDS,
      values: [websiteId, since.hour.toISOString(), since.day.toISOString(), SAMPLES_PER_FEED],
    });
    return rows;
  }

  /** Returns when the last delivery to some websites was accepted, by website, of those that had one. */
  async lastDeliveries(websiteIds: readonly number[]): Promise<Map<number, Date>> {
    const { rows } = await this.pool.query<{ website_id: number; last_delivery: Date | null }>({
      name: 'last_deliveries',
      text: LAST_DELIVERIES,
      values: [websiteIds],
    });
    return new Map(
      rows.flatMap(({ website_id, last_delivery: last }) => (last ? [[website_id, last]] : [])),
    );
  }
}

/** The statements of the transaction, in their order, with their values. */
function writesOf(cells: readonly FeedCell[]): [text: string, values: unknown[]][] {
  const writes: [string, unknown[]][] = [
    [NOTE_FEEDS, columns(cells, (cell) => [cell.websiteId, cell.feed, cell.first, cell.last], 4)],
    [COUNT_DELIVERIES, columns(cells, countsOf, 13)],
  ];
  const reasons = cells.flatMap(reasonsOf);
  if (reasons.length > 0) writes.push([COUNT_REASONS, columns(reasons, (row) => row, 6)]);
  const samples = cells.flatMap(samplesOf);
  if (samples.length > 0) {
    const feeds = cells.filter((cell) => cell.samples.length > 0);
    writes.push(
      [ADD_SAMPLES, columns(samples, (row) => row, 6)],
      [
        TRIM_SAMPLES,
        [...columns(feeds, (cell) => [cell.websiteId, cell.feed], 2), SAMPLES_PER_FEED],
      ],
    );
  }
  return writes;
}

type Value = string | number | null;

function countsOf(cell: FeedCell): Value[] {
  const { websiteId, feed, hour, deliveries, entries, lagMs, largestLagMs } = cell;
  return [
    ...[websiteId, feed, hour, deliveries, entries, lagMs, largestLagMs],
    ...[cell.withoutAddress, cell.withoutHost, cell.withoutCountry, cell.withoutFetchHeaders],
    ...[cell.withoutReferer, cell.staticFiles],
  ];
}

function reasonsOf({ websiteId, feed, hour, reasons }: FeedCell): Value[][] {
  return Object.entries(reasons).flatMap(([result, numbers]) =>
    Object.entries(numbers).map(([reason, number]) => [
      websiteId,
      feed,
      hour,
      result,
      reason,
      number,
    ]),
  );
}

function samplesOf({ websiteId, feed, samples }: FeedCell): Value[][] {
  return samples.map(({ at, reason, message, outline }) => [
    websiteId,
    feed,
    at,
    reason,
    message,
    outline,
  ]);
}

/** Turns rows into columns, as the statements take them. */
function columns<Row>(
  rows: readonly Row[],
  valuesOf: (row: Row) => Value[],
  width: number,
): Value[][] {
  const table = rows.map(valuesOf);
  return Array.from({ length: width }, (_, place) => table.map((row) => row[place] ?? null));
}
