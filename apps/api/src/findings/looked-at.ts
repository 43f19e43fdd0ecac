import { FINDING_WEEKS } from '@app/findings';
import type { DayRange } from '@app/storage';

const DAY_MS = 86_400_000;
const RECENT_DAYS = 7;
/** Pages with few visits may fail more often than those that fail most; so more are read than told. */
export const MOST_PAGES = 50;

/** Returns the UTC day `YYYY-MM-DD` that findings end with, or undefined when that is today. */
export const pastDay = (until: string | undefined, now: number): string | undefined =>
  until !== undefined && endOf(until) < now ? until : undefined;

/** Returns the last millisecond of a UTC day. */
export const endOf = (day: string): number => Date.parse(day) + DAY_MS - 1;

/** Returns the days that findings are about, and the weeks with which they are compared. */
export function lookedAt(now: number): { weeks: DayRange; recent: DayRange } {
  const to = new Date(now - (now % DAY_MS) + DAY_MS);
  const before = (days: number) => new Date(to.getTime() - days * DAY_MS);
  return {
    weeks: { from: before(FINDING_WEEKS * 7), to },
    recent: { from: before(RECENT_DAYS), to },
  };
}
