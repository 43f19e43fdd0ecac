import type { Interval } from '@app/contracts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Returns midnight UTC of an existing calendar date `YYYY-MM-DD`, or undefined for any other text.
 */
export function parseDate(text: string): Date | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = utcDate(year, month, day);
  return formatDate(date) === text ? date : undefined;
}

/** Returns a midnight UTC as `YYYY-MM-DD`. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns midnight UTC. `month` counts from 1, and values beyond the end of a month carry over. */
export function utcDate(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
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
