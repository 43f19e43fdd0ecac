import {
  coverPeriod,
  DAY_MS,
  type MadeFrom,
  type PageCover,
  type PageDigest,
  partsBeside,
} from './page-cover.js';
import type { PackedDigest } from './packed/packed-memory.js';
import type { DayRange } from './report-questions.js';

/** A digest, or with `now` what a day would be made from at present. */
export type CoverRow = StoredDigest | (MadeFrom & { grain: 'now'; bucket: number });

/** A digest, and what tells how it is read. */
export type StoredDigest = PageDigest & PackedDigest;

/** The parameters of the statements that read pages, as `statements/parameters.ts` tells them. */
export interface CoverValues {
  grains: string[];
  starts: string[];
  days: string[];
  recentFrom: string;
  recentTo: string;
}

/** Decides what to read, by what a period can be read from. */
export function coverOf(range: DayRange, rows: CoverRow[]): PageCover<StoredDigest> {
  const digests = rows.filter((row): row is StoredDigest => row.grain !== 'now');
  const days = rows.filter(({ grain }) => grain === 'now');
  return coverPeriod(
    { from: range.from.getTime(), to: range.to.getTime(), yesterday: yesterday() },
    new Map(days.map(({ bucket, visits, judged }) => [bucket, { visits, judged }])),
    digests,
  );
}

/** Returns what a statement reads of a period. */
export function coverValues(
  range: DayRange,
  { digests, days, recentFrom }: PageCover,
): CoverValues {
  const texts = (values: number[]) => values.map((time) => timestamp(new Date(time)));
  return {
    grains: digests.map(({ grain }) => grain),
    starts: texts(digests.map(({ bucket }) => bucket)),
    days: texts(days),
    recentFrom: timestamp(new Date(recentFrom)),
    recentTo: timestamp(range.to),
  };
}

/** Returns the days that some digests leave of whole days. */
export function daysBeside({ from, to }: DayRange, digests: readonly StoredDigest[]): string[] {
  const days: string[] = [];
  for (const part of partsBeside({ from: from.getTime(), to: to.getTime() }, digests))
    for (let day = part.from; day < part.to; day += DAY_MS) days.push(timestamp(new Date(day)));
  return days;
}

/**
 * Uses the real time, whatever "today" is in a report, because it depends on what the database
 * still keeps.
 */
function yesterday(): number {
  const now = Date.now();
  return now - (now % DAY_MS) - DAY_MS;
}

/** The bounds of a range as parameters. */
export function bounds({ from, to }: DayRange): { from: string; to: string } {
  return { from: timestamp(from), to: timestamp(to) };
}

export function dayBounds({ from, to }: DayRange): [string, string] {
  return [timestamp(from), timestamp(to)];
}

/** The parameters of a cover in the order of statements whose parameters are numbered by hand. */
export function coverColumns({ grains, starts, days, recentFrom, recentTo }: CoverValues) {
  return [grains, starts, days, recentFrom, recentTo];
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
