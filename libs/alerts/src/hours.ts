export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Returns the start of the hour (UTC) of a moment. */
export const hourOf = (moment: number): number => moment - (moment % HOUR_MS);

/** Visits by hour, without a gap. */
export interface Hours {
  /** Start of the first hour, epoch milliseconds. */
  from: number;
  visits: ArrayLike<number>;
}

/** Returns the visits of an hour. Hours outside have none. */
export function visitsOf({ from, visits }: Hours, hour: number): number {
  return visits[(hour - from) / HOUR_MS] ?? 0;
}
