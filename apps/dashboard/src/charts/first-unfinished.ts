import { addDays } from '../address/days.js';
import type { Bucket } from '../words/dates.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What tells whether a bucket is over: a day of the time zone of its dates, and a moment. */
export interface Now {
  /** The day that it is now, `YYYY-MM-DD`. */
  today: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Returns the first bucket that is not over, or how many there are when all of them are.
 *
 * @param dates of the buckets, ascending, as the API writes them
 */
export function firstUnfinished(
  dates: readonly string[],
  bucket: Bucket,
  { today, now }: Now,
): number {
  const isOver: Record<Bucket, (date: string) => boolean> = {
    minute: (date) => Date.parse(date) + MINUTE_MS <= now,
    hour: (date) => Date.parse(date) + HOUR_MS <= now,
    day: (date) => date < today,
    week: (date) => addDays(date, 7) <= today,
    // The first day of the month after is at most 31 days later, and of that month.
    month: (date) => addDays(date, 31).slice(0, 7) <= today.slice(0, 7),
  };
  const unfinished = dates.findIndex((date) => !isOver[bucket](date));
  return unfinished === -1 ? dates.length : unfinished;
}

/** Returns the values of the buckets that are over, for a line whose end would fall otherwise. */
export function valuesOver(values: readonly number[], unfinished: number): readonly number[] {
  // A line has at least two points.
  return unfinished < 2 ? values : values.slice(0, unfinished);
}
