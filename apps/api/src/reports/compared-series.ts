import type { ComparedTime, SeriesPoint, SeriesTotals } from '@app/contracts';
import type { BucketCounts, HourRange, HoursReader, TrafficReader } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { periodOf } from './calendar.js';
import { type ComparedTimes, comparedTimes, type ReportTime } from './compared-times.js';
import type { SeriesOrder } from './series.js';
import { changeOf } from './summary.js';

type SeriesFilter = SeriesOrder['filter'];

/** What a comparison of series is read with. */
export interface SeriesSources {
  reader: Pick<TrafficReader, 'pageSeries'>;
  hours: Pick<HoursReader, 'series'>;
}

/** A series and the one before it, as the route reads them. */
export interface TwoSeries {
  current: readonly SeriesPoint[];
  previous: readonly SeriesPoint[];
}

/**
 * Refuses a comparison as CSV, which has no column for the days before.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseComparedCsv(query: { compare?: string | undefined; format: string }): void {
  if (query.compare === undefined || query.format === 'json') return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `compare takes no format ${query.format}, which has no place for the days before; leave compare out, and request those days as a series of their own`,
  );
}

/** Decides what a series is compared with. Pages are counted by day only. */
export const timesOfSeries = (time: ReportTime, { exact_path: page }: SeriesFilter) =>
  comparedTimes(time, page === undefined ? 'hours' : 'days');

/** Compares a series with the one of as many days before. */
export async function compareSeries(
  sources: SeriesSources,
  websiteId: number,
  { times, filter }: { times: ComparedTimes; filter: SeriesFilter },
  series: TwoSeries,
) {
  const { unit, until } = times;
  const time: ComparedTime = { unit, until };
  const totalsIn = (range: HourRange) => readTotals(sources, websiteId, range, filter);
  const [current, previous] =
    unit === 'period'
      ? [totalsOf(series.current), totalsOf(series.previous)]
      : await Promise.all([totalsIn(times.current), totalsIn(times.previous)]);
  return {
    compared: { ...time, ...current },
    previous: { ...previous, period: periodOf(times.previousDays), series: [...series.previous] },
    change: changeOf(previous, current),
  };
}

async function readTotals(
  { reader, hours }: SeriesSources,
  websiteId: number,
  range: HourRange,
  filter: SeriesFilter,
): Promise<SeriesTotals> {
  if (range.from >= range.to) return totalsOf([]);
  const { exact_path } = filter;
  return totalsOf(
    exact_path === undefined
      ? await hours.series(websiteId, { range, buckets: [range.from], filter })
      : await reader.pageSeries(websiteId, range, 'day', { ...filter, exact_path }),
  );
}

const NOTHING: SeriesTotals = {
  total_visits: 0,
  bot_visits: 0,
  human_visits: 0,
  ai_bot_visits: 0,
  verified_visits: 0,
  spoofed_visits: 0,
  unverifiable_visits: 0,
};
const COUNTS = Object.keys(NOTHING) as (keyof SeriesTotals)[];

function totalsOf(points: readonly (SeriesPoint | BucketCounts)[]): SeriesTotals {
  const totals = { ...NOTHING };
  for (const point of points) for (const count of COUNTS) totals[count] += point[count];
  return totals;
}
