import type { ComparedTime, SeriesPoint, SeriesTotals } from '@app/contracts';
import type { BucketCounts, HourRange, HoursReader, TrafficReader } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { periodOf } from './calendar.js';
import { type ComparedTimes, comparedTimes, type ReportTime } from './compared-times.js';
import { knowsVisitors, peopleIn, type SeriesOrder } from './series.js';
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
  const isKnown = knowsVisitors(filter);
  const totalsIn = (range: HourRange) => readTotals(sources, websiteId, range, filter);
  const [current, previous] =
    unit === 'period'
      ? [totalsOf(series.current, isKnown), totalsOf(series.previous, isKnown)]
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
  const isKnown = knowsVisitors(filter);
  if (range.from >= range.to) return totalsOf([], isKnown);
  const { exact_path } = filter;
  return totalsOf(
    exact_path === undefined
      ? await hours.series(websiteId, { range, buckets: [range.from], filter })
      : await reader.pageSeries(websiteId, range, 'day', { ...filter, exact_path }),
    isKnown,
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
  people_visits: 0,
  undecided_visits: 0,
  automation_visits: 0,
  not_judged_visits: 0,
};
const COUNTS = Object.keys(NOTHING) as (keyof SeriesTotals)[];

/** @param isKnown whether the verdicts on visitors are known */
function totalsOf(points: readonly (SeriesPoint | BucketCounts)[], isKnown: boolean): SeriesTotals {
  const totals = { ...NOTHING };
  for (const point of points)
    for (const count of COUNTS)
      totals[count] = (totals[count] ?? 0) + ((point as Partial<SeriesTotals>)[count] ?? 0);
  return { ...totals, ...peopleIn(totals, isKnown) };
}
