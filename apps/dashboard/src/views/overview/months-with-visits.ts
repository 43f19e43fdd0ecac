import { daysOfBucket, type Span } from '../../address/days.js';
import type { Point } from '../../api/types.js';

/** At most so many months at the end are shown together. */
const MONTHS = 3;

/** Returns the last months with visits as days, or undefined when there never was one. */
export function monthsWithVisits(
  series: readonly Pick<Point, 'date' | 'total_visits'>[],
): Span | undefined {
  const last = series.findLastIndex(({ total_visits }) => total_visits > 0);
  if (last === -1) return undefined;
  const near = series.slice(Math.max(0, last - MONTHS + 1), last + 1);
  const first = near.find(({ total_visits }) => total_visits > 0);
  const whole = { start: '2000-01-01', end: '2099-12-31' };
  const start = first?.date ?? '';
  return { start, end: daysOfBucket(series[last]?.date ?? start, 'month', whole).end };
}
