import type { Interval, SeriesPoint } from '@app/contracts';
import type { BotFilter, HoursReader } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { type DaySpan, formatDate, lengthOf } from './calendar.js';
import { type Breakdown, fillGroups, type GroupedSeries } from './grouped-series.js';
import { fillSeries, refuseTooManyPoints } from './series.js';
import type { Zone } from './zone.js';

/** A series in a time zone. */
interface ZonedSeries {
  zone: Zone;
  days: DaySpan;
  interval: Interval;
  filter: BotFilter;
  breakdown: Breakdown | undefined;
}

const MAX_DAYS = 1_100;

/** Every bucket of a series in a time zone is counted from hours, also weeks and months. */
export function refuseTooManyZonedPoints(span: DaySpan, interval: Interval): void {
  if (interval === 'hour') return refuseTooManyPoints(span, interval);
  const days = lengthOf(span);
  if (days <= MAX_DAYS) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `a series with timezone takes at most ${MAX_DAYS} days, not ${days}; ask for fewer days, or leave timezone out`,
  );
}

/** Reads a series in a time zone, broken down on request. */
export async function readZoned(
  reader: HoursReader,
  websiteId: number,
  { zone, days, interval, filter, breakdown }: ZonedSeries,
): Promise<{ series: SeriesPoint[] } | GroupedSeries> {
  const range = zone.rangeOf(days);
  const buckets = zone.bucketsOf(days, interval);
  const question = { range, buckets: buckets.starts, filter };
  if (!breakdown)
    return {
      series: fillSeries(await reader.series(websiteId, question), buckets, question.filter),
    };
  if (breakdown.by === 'status') refuseUnknownHours(range.from, await reader.knownSince());
  return fillGroups(
    await reader.groups(websiteId, { ...question, ...breakdown }),
    buckets,
    question.filter,
  );
}

/** @throws ApiError VALIDATION_ERROR when details are not known by hour from this moment on */
export function refuseUnknownHours(from: Date, since: number | null): void {
  if (since === null || from.getTime() >= since) return;
  const day = formatDate(new Date(since));
  throw new ApiError(
    'VALIDATION_ERROR',
    `status codes and referrals are known by hour from ${day} (UTC) on only; ask for days from then on, or for whole days of UTC, without timezone`,
  );
}
