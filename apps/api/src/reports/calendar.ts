import type { Interval } from '@app/contracts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** Returns the midnight UTC of an existing calendar date `YYYY-MM-DD`. */
export function midnightOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Returns a midnight UTC as `YYYY-MM-DD`. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns midnight UTC. `month` counts from 1, and values beyond the end of a month carry over. */
export function utcDate(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

export function startOfToday(now: number): Date {
  const date = new Date(now);
  return utcDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/**
 * Returns the start of the bucket that contains a midnight: the day itself, its Monday, or the
 * first day of its month.
 */
export function startOfBucket(date: Date, interval: Interval): Date {
  switch (interval) {
    case 'hour':
    case 'day':
      return date;
    case 'week':
      return addDays(date, -((date.getUTCDay() + 6) % 7));
    case 'month':
      return utcDate(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
}

/** Returns the start of the bucket after the one that starts at `start`. */
export function nextBucket(start: Date, interval: Interval): Date {
  switch (interval) {
    case 'hour':
      return new Date(start.getTime() + HOUR_MS);
    case 'day':
      return addDays(start, 1);
    case 'week':
      return addDays(start, 7);
    case 'month':
      return utcDate(start.getUTCFullYear(), start.getUTCMonth() + 2, 1);
  }
}
