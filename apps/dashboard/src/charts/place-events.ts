import { dayIn } from '../address/days.js';
import type { ChartData, ChartEvent } from './chart.js';

/** Something that began at a moment, ISO 8601. */
interface Began {
  text: string;
  at: string;
}

/**
 * Returns in which bucket of a chart each of these began; those before its first bucket are left out.
 *
 * @param timezone whose days the buckets are
 */
export function placeEvents(
  { dates, bucket }: Pick<ChartData, 'dates' | 'bucket'>,
  began: readonly Began[],
  timezone: string,
): ChartEvent[] {
  const moments = bucket === 'hour' ? dates.map((date) => Date.parse(date)) : dates;
  return began.flatMap(({ text, at }) => {
    const moment = bucket === 'hour' ? Date.parse(at) : dayIn(timezone, Date.parse(at));
    const index = moments.findLastIndex((start) => start <= moment);
    return index < 0 ? [] : { index, text };
  });
}
