import { coverPeriod, DAY_MS, type PageCover, type PageDigest } from './page-cover.js';
import type { DayRange } from './report-questions.js';

/** A digest, or with `now` the number of visits that a day has at present. */
export type CoverRow = PageDigest | { grain: 'now'; bucket: number; visits: number };

/**
 * The parameters of the statements that read pages: grains, buckets, days, and the bounds of the
 * recent days.
 */
export type CoverValues = [string[], string[], string[], string, string];

/** Decides what to read, by what a period can be read from. */
export function coverValues(range: DayRange, rows: CoverRow[]): CoverValues {
  const { digests, days, recentFrom } = coverOf(range, rows);
  const texts = (values: number[]) => values.map((time) => timestamp(new Date(time)));
  return [
    digests.map(({ grain }) => grain),
    texts(digests.map(({ bucket }) => bucket)),
    texts(days),
    timestamp(new Date(recentFrom)),
    timestamp(range.to),
  ];
}

function coverOf(range: DayRange, rows: CoverRow[]): PageCover {
  const digests = rows.filter((row): row is PageDigest => row.grain !== 'now');
  const days = rows.filter(({ grain }) => grain === 'now');
  return coverPeriod(
    { from: range.from.getTime(), to: range.to.getTime(), yesterday: yesterday() },
    new Map(days.map(({ bucket, visits }) => [bucket, visits])),
    digests,
  );
}

/**
 * Uses the real time, whatever "today" is in a report, because it depends on what the database
 * still keeps.
 */
function yesterday(): number {
  const now = Date.now();
  return now - (now % DAY_MS) - DAY_MS;
}

export function dayBounds({ from, to }: DayRange): [string, string] {
  return [timestamp(from), timestamp(to)];
}

/**
 * Returns a time as text with an offset, because the driver would write a Date in the process's
 * time zone.
 */
export function timestamp(date: Date): string {
  // After 9999-12-31, a year has a sign and six digits in JavaScript, and PostgreSQL cannot read
  // it.
  return date.toISOString().replace(/^\+0*/, '');
}
