import type pg from 'pg';
import { statement } from '../database/statement.js';

/** Whole UTC days. Both ends are midnights: `from` is inclusive, `to` exclusive. */
export interface DayRange {
  from: Date;
  to: Date;
}

/** A digest of the pages of a bucket, with the number of visits that it was made from. */
export interface PageDigest {
  grain: 'day' | 'week' | 'month';
  /** Start of the bucket, epoch milliseconds UTC. */
  bucket: number;
  visits: number;
}

interface Cover {
  digests: PageDigest[];
  /** Midnights of the days that are read one by one, epoch milliseconds UTC. */
  days: number[];
  /**
   * The midnight from which all days are read from the recent pages, or the end of the period when
   * there are none.
   */
  recentFrom: number;
}

/** `now` is the number of visits that a day has at present. */
type DigestRow = PageDigest | { grain: 'now'; bucket: number; visits: number };

/**
 * The parameters of the statements that read pages: grains, buckets, days, and the bounds of the
 * recent days.
 */
export type CoverValues = [string[], string[], string[], string, string];

const DAY_MS = 86_400_000;
const COARSEST_FIRST = ['month', 'week', 'day'] as const;
const DIGESTS = statement('reports/find_page_digests');

/** Finds out what the reports of pages and bots must read. */
export class PageCover {
  constructor(private readonly pool: pg.Pool) {}

  /** Visits that come between this call and the reading may be counted or not, but never twice. */
  async find(websiteId: number, range: DayRange): Promise<CoverValues> {
    const values = [websiteId, ...dayBounds(range)];
    const { rows } = await this.pool.query<DigestRow>({
      name: 'find_page_digests',
      text: DIGESTS,
      values,
    });
    return coverValues(coverOf(range, rows), range);
  }
}

function coverOf(range: DayRange, rows: DigestRow[]): Cover {
  const digests = rows.filter((row): row is PageDigest => row.grain !== 'now');
  const days = rows.filter(({ grain }) => grain === 'now');
  return coverPeriod(
    { from: range.from.getTime(), to: range.to.getTime(), yesterday: yesterday() },
    new Map(days.map(({ bucket, visits }) => [bucket, visits])),
    digests,
  );
}

function coverValues({ digests, days, recentFrom }: Cover, { to }: DayRange): CoverValues {
  const texts = (values: number[]) => values.map((time) => timestamp(new Date(time)));
  return [
    digests.map(({ grain }) => grain),
    texts(digests.map(({ bucket }) => bucket)),
    texts(days),
    timestamp(new Date(recentFrom)),
    timestamp(to),
  ];
}

/**
 * Uses the real time, whatever "today" is in a report, because it depends on what the database
 * still keeps.
 */
function yesterday(): number {
  const now = Date.now();
  return now - (now % DAY_MS) - DAY_MS;
}

/**
 * Decides what to read for a period: as few digests as possible, all of them right, no day twice,
 * and the days that no digest covers. A digest is right when the days of its bucket still have the
 * number of visits that it was made from, because counts only grow. `visitsByDay` has the days of
 * the period with any visits, by their midnight. Days from `yesterday` on are recent, and too young
 * to be covered by a digest.
 */
export function coverPeriod(
  { from, to, yesterday }: { from: number; to: number; yesterday: number },
  visitsByDay: ReadonlyMap<number, number>,
  digests: readonly PageDigest[],
): Cover {
  const left = new Set(visitsByDay.keys());
  const chosen: PageDigest[] = [];
  for (const grain of COARSEST_FIRST) {
    for (const digest of digests.filter((candidate) => candidate.grain === grain)) {
      const end = endOf(digest);
      if (digest.bucket < from || end > to) continue;
      const days = [...visitsByDay.keys()].filter((day) => day >= digest.bucket && day < end);
      if (days.length === 0 || !days.every((day) => left.has(day))) continue;
      if (sum(days.map((day) => visitsByDay.get(day) ?? 0)) !== digest.visits) continue;
      for (const day of days) left.delete(day);
      chosen.push(digest);
    }
  }
  const days = [...left].sort((a, b) => a - b);
  const recentFrom = days.find((day) => day >= yesterday) ?? to;
  return { digests: chosen, days: days.filter((day) => day < recentFrom), recentFrom };
}

function endOf({ grain, bucket }: PageDigest): number {
  if (grain === 'day') return bucket + DAY_MS;
  if (grain === 'week') return bucket + 7 * DAY_MS;
  const date = new Date(bucket);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function dayBounds({ from, to }: DayRange): [string, string] {
  return [timestamp(from), timestamp(to)];
}

/**
 * Returns a time as text with an offset, because the driver would write a Date in the process's
 * time zone.
 */
function timestamp(date: Date): string {
  // After 9999-12-31, a year has a sign and six digits in JavaScript, and PostgreSQL cannot read
  // it.
  return date.toISOString().replace(/^\+0*/, '');
}
