export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** A Monday from which weeks are counted. */
const MONDAY = Date.UTC(2000, 0, 3);

/** Returns the start of the bucket that contains a time. */
export function floorTo(unit: Unit, time: number): number {
  switch (unit) {
    case 'minute':
      return time - (time % MINUTE);
    case 'hour':
      return time - (time % HOUR);
    case 'day':
      return time - (time % DAY);
    case 'week':
      return time - ((((time - MONDAY) % WEEK) + WEEK) % WEEK);
    case 'month': {
      const date = new Date(time);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
  }
}
