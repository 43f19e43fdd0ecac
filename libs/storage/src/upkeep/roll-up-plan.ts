/** A half-open range of time in epoch milliseconds UTC. */
export interface Window {
  from: number;
  to: number;
}

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

/**
 * Returns what an aggregate lacks: the whole buckets from where it is materialised up to the
 * horizon, or undefined when there are none. It never includes a bucket that is still filling,
 * because the watermark would pass visits to come.
 */
export function advance(unit: Unit, materialised: number, horizon: number): Window | undefined {
  const from = floorTo(unit, materialised);
  const to = floorTo(unit, horizon);
  return from < to ? { from, to } : undefined;
}
