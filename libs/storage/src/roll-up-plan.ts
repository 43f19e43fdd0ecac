/** A half-open range of time, epoch milliseconds UTC; `from` null: since ever. */
export interface Window {
  from: number | null;
  to: number;
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** A Monday; weeks are counted from it. */
const MONDAY = Date.UTC(2000, 0, 3);

/**
 * A bucket is materialised this long after its end at the earliest: until then it is read from raw
 * visits. Most visits of it have arrived by then, so it is computed once.
 */
export const LAG_MS = MINUTE;

/** Start of the bucket that holds a time. */
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

/** Start of the bucket after the one that starts at `start`. */
export function nextBucket(unit: Unit, start: number): number {
  switch (unit) {
    case 'minute':
      return start + MINUTE;
    case 'hour':
      return start + HOUR;
    case 'day':
      return start + DAY;
    case 'week':
      return start + WEEK;
    case 'month': {
      const date = new Date(start);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    }
  }
}

/** End of the last bucket that may be materialised now: never a bucket that is still filling, never the future. */
export function horizon(unit: Unit, now: number): number {
  return floorTo(unit, now - LAG_MS);
}

/** What an aggregate lacks to be materialised up to its horizon; undefined when it lacks nothing. */
export function advance(unit: Unit, watermark: number | null, now: number): Window | undefined {
  const to = horizon(unit, now);
  return watermark !== null && watermark >= to ? undefined : { from: watermark, to };
}

const COARSER: Record<Unit, Unit | undefined> = {
  minute: 'hour',
  hour: 'day',
  day: undefined,
  week: undefined,
  month: undefined,
};

/**
 * The windows that cover the buckets of some times, up to the horizon, neighbours joined. When they
 * are more than `most`, they are widened, to a day at most: many calls cost more than some buckets
 * too many.
 */
export function windowsOver(
  times: readonly number[],
  unit: Unit,
  now: number,
  most: number,
): Window[] {
  const to = horizon(unit, now);
  const windows = (grain: Unit) => join(starts(times, grain, to), grain, to);
  let grain = unit;
  let found = windows(grain);
  for (let coarser = COARSER[grain]; found.length > most && coarser; coarser = COARSER[coarser]) {
    grain = coarser;
    found = windows(grain);
  }
  return found;
}

function starts(times: readonly number[], unit: Unit, to: number): number[] {
  const distinct = new Set(times.map((time) => floorTo(unit, time)));
  return [...distinct].filter((start) => start < to).sort((a, b) => a - b);
}

function join(sortedStarts: number[], unit: Unit, to: number): Window[] {
  const windows: { from: number; to: number }[] = [];
  for (const start of sortedStarts) {
    const end = Math.min(nextBucket(unit, start), to);
    const last = windows.at(-1);
    if (last && start <= last.to) last.to = end;
    else windows.push({ from: start, to: end });
  }
  return windows;
}
