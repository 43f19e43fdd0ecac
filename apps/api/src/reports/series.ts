import type { Interval, PeopleCounts, SeriesPoint } from '@app/contracts';
import { type BotFilter, type BucketCounts, type DayRange, type TrafficReader } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import {
  bucketsOf,
  type DaySpan,
  formatDate,
  formatHour,
  lengthOf,
  nextBucket,
  startOfBucket,
} from './calendar.js';

/** The most days of a series. For weeks and months, the bounds of dates are enough. */
const MAX_DAYS: Partial<Record<Interval, number>> = { hour: 31, day: 1_100 };

/** @throws ApiError VALIDATION_ERROR when the days are too many for the interval */
export function refuseTooManyPoints(span: DaySpan, interval: Interval): void {
  const limit = MAX_DAYS[interval];
  const days = lengthOf(span);
  if (limit !== undefined && days > limit) {
    throw new ApiError(
      'VALIDATION_ERROR',
      `interval ${interval} takes at most ${limit} days, not ${days}; use a longer interval`,
    );
  }
}

/**
 * Returns the part of a range that is whole weeks or months, or an empty range when there is none.
 */
export function wholeBuckets(range: DayRange, interval: Interval): DayRange {
  const touched = startOfBucket(range.from, interval);
  const from = touched < range.from ? nextBucket(touched, interval) : touched;
  const to = startOfBucket(range.to, interval);
  return from < to ? { from, to } : { from: range.from, to: range.from };
}

/** The buckets of a series, ascending: when each one starts, and what it is called. */
export interface Buckets {
  starts: Date[];
  dates: string[];
}

/** Returns every bucket of UTC that touches the range. */
export function utcBuckets(range: DayRange, interval: Interval): Buckets {
  const starts = bucketsOf(range, interval);
  const dateOf = (start: Date) => (interval === 'hour' ? formatHour(start) : formatDate(start));
  return { starts, dates: starts.map(dateOf) };
}

/** Whether the verdicts on visitors are known of the visits that a report is limited to. */
export function knowsVisitors({ verification }: Pick<BotFilter, 'verification'>): boolean {
  return verification === undefined;
}

/** Returns the visits of browsers by verdict on their visitors. Missing counts are zeros. */
export function peopleIn(row: Partial<PeopleCounts> | undefined, isKnown: boolean): PeopleCounts {
  const of = (name: keyof PeopleCounts) => (isKnown ? (row?.[name] ?? 0) : null);
  return {
    people_visits: of('people_visits'),
    undecided_visits: of('undecided_visits'),
    automation_visits: of('automation_visits'),
    not_judged_visits: of('not_judged_visits'),
  };
}

/** Returns a point for every bucket. Missing counts are zeros. */
export function fillSeries(
  counts: BucketCounts[],
  { starts, dates }: Buckets,
  filter: Parameters<typeof knowsVisitors>[0],
): SeriesPoint[] {
  const isKnown = knowsVisitors(filter);
  const byBucket = new Map(counts.map((row) => [row.bucket * 1000, row]));
  return starts.map((start, at) => {
    const row = byBucket.get(start.getTime());
    return {
      date: dates[at] ?? '',
      total_visits: row?.total_visits ?? 0,
      bot_visits: row?.bot_visits ?? 0,
      human_visits: row?.human_visits ?? 0,
      ai_bot_visits: row?.ai_bot_visits ?? 0,
      verified_visits: row?.verified_visits ?? 0,
      spoofed_visits: row?.spoofed_visits ?? 0,
      unverifiable_visits: row?.unverifiable_visits ?? 0,
      ...peopleIn(row, isKnown),
    };
  });
}

/**
 * Refuses a series of one page that is not counted.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refusePageBy({
  exact_path: path,
  interval,
  timezone,
  group_by: by,
}: AskedPage): void {
  if (path === undefined) return;
  const fault =
    interval === 'hour'
      ? 'exact_path takes interval day, week or month, because pages are counted by day'
      : by && 'exact_path takes no group_by; read the report bots with this exact_path';
  if (fault) throw new ApiError('VALIDATION_ERROR', fault);
  if (timezone !== undefined) {
    throw new ApiError(
      'VALIDATION_ERROR',
      'exact_path takes no timezone, because pages are counted by UTC days',
    );
  }
}

interface AskedPage {
  exact_path?: string | undefined;
  interval: Interval;
  timezone?: string | undefined;
  group_by?: string | undefined;
}

export interface SeriesOrder {
  range: DayRange;
  interval: Interval;
  filter: BotFilter & { exact_path?: string | undefined };
}

export async function readSeries(
  reader: TrafficReader,
  websiteId: number,
  { range, interval, filter }: SeriesOrder,
): Promise<SeriesPoint[]> {
  const { exact_path } = filter;
  if (exact_path !== undefined && interval !== 'hour') {
    const ofPage = await reader.pageSeries(websiteId, range, interval, { ...filter, exact_path });
    return fillSeries(ofPage, utcBuckets(range, interval), filter);
  }
  const counts =
    interval === 'hour' || interval === 'day'
      ? await reader.series(websiteId, range, interval, filter)
      : await reader.clippedSeries(
          websiteId,
          { range, whole: wholeBuckets(range, interval) },
          interval,
          filter,
        );
  return fillSeries(counts, utcBuckets(range, interval), filter);
}
