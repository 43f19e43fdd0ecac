import type { FeedCounts, FeedHealthReport } from '@app/contracts';
import type { FeedRow, NoEntry } from '@app/storage';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the first hour of the last 24 and the first day of the last 30, with the present ones. */
export function since(now: number): { hour: Date; day: Date } {
  const start = (length: number, count: number) =>
    new Date(now - (now % length) - (count - 1) * length);
  return { hour: start(HOUR_MS, 24), day: start(DAY_MS, 30) };
}

/** Returns a stored feed as the API shows it. */
export function reportOf(row: FeedRow): FeedHealthReport {
  return {
    feed: row.feed,
    first_delivery: row.first_delivery?.toISOString() ?? null,
    last_delivery: row.last_delivery?.toISOString() ?? null,
    last_24_hours: countsOf(row, 'hour'),
    last_30_days: countsOf(row, 'day'),
    samples: row.samples.map(({ at, ...sample }) => ({
      at: new Date(at).toISOString(),
      ...sample,
    })),
  };
}

type Counts = FeedRow['counts'][number];
const withoutGrain = ({ grain: _, ...totals }: Counts) => totals;

const NOTHING: Omit<Counts, 'grain'> = {
  ...{ deliveries: 0, entries: 0, lag_ms: 0, largest_lag_ms: 0 },
  ...{ without_address: 0, without_host: 0, without_country: 0, without_fetch_headers: 0 },
  ...{ without_referer: 0, static_files: 0 },
};

function countsOf({ counts, reasons }: FeedRow, grain: 'hour' | 'day'): FeedCounts {
  const totals = counts.find((row) => row.grain === grain);
  const { lag_ms, largest_lag_ms, ...numbers } = totals ? withoutGrain(totals) : NOTHING;
  const { entries } = numbers;
  const of = (...results: NoEntry[]) =>
    reasons.filter((row) => row.grain === grain && results.includes(row.result));
  const sum = (...results: NoEntry[]) =>
    of(...results).reduce((all, { number }) => all + number, 0);
  const named = (...results: NoEntry[]) =>
    Object.fromEntries(of(...results).map(({ reason, number }) => [reason, number]));
  return {
    ...numbers,
    records: entries + sum('skipped', 'rejected'),
    skipped: sum('skipped'),
    rejected: sum('rejected'),
    reasons: named('skipped', 'rejected'),
    refused: sum('refused'),
    refusals: named('refused'),
    mean_lag_seconds: entries === 0 ? null : Math.round(lag_ms / entries) / 1_000,
    largest_lag_seconds: entries === 0 ? null : largest_lag_ms / 1_000,
  };
}

export const CSV_COLUMNS = [
  'feed',
  'period',
  'first_delivery',
  'last_delivery',
  'deliveries',
  'records',
  'entries',
  'without_address',
  'skipped',
  'rejected',
  'reasons',
  'refused',
  'refusals',
  'mean_lag_seconds',
  'largest_lag_seconds',
  'without_host',
  'without_country',
  'without_fetch_headers',
  'without_referer',
  'static_files',
] as const satisfies readonly ('feed' | 'period' | keyof FeedHealthReport | keyof FeedCounts)[];

/** Returns a row for each feed and period. The numbers by reason stay JSON. */
export function csvRows({ feeds }: { feeds: readonly FeedHealthReport[] }): object[] {
  return feeds.flatMap(({ feed, first_delivery, last_delivery, ...report }) =>
    (['last_24_hours', 'last_30_days'] as const).map((period) => {
      const { reasons, refusals, ...counts } = report[period];
      const words = { reasons: JSON.stringify(reasons), refusals: JSON.stringify(refusals) };
      return { feed, period, first_delivery, last_delivery, ...counts, ...words };
    }),
  );
}
