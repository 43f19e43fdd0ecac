import { type DaySpan, daysOfPeriod, type Interval, type Period } from '@app/contracts';
import type { DayRange } from '@app/storage';
import { ApiError } from '../http/api-error.js';

export type { DaySpan };

/** The parameters of a request that choose the days of its report. */
export interface AskedPeriod {
  period: Period;
  /** `YYYY-MM-DD`, within the two bounds below. */
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/**
 * Returns the days that a request asks for. Its dates take precedence over its period.
 *
 * @param today the date of now, in UTC or in a time zone
 * @throws ApiError VALIDATION_ERROR
 */
export function requestedDays(
  { period, start_date, end_date }: AskedPeriod,
  now: number,
  today = startOfToday(now),
): DaySpan {
  const start = start_date === undefined ? undefined : midnightOf(start_date);
  const end = end_date === undefined ? undefined : midnightOf(end_date);
  if (!start && end) throw invalid('end_date needs a start_date');
  if (!start) return daysOfPeriod(period, today);
  const lastDay = end ?? today;
  if (start > lastDay) {
    throw invalid(
      end ? 'start_date must not be after end_date' : 'start_date must not be after today',
    );
  }
  return { start, end: lastDay };
}

/** Returns how many days a span has. */
export function lengthOf({ start, end }: DaySpan): number {
  return (end.getTime() - start.getTime()) / DAY_MS + 1;
}

/** Returns as many days, right before these days. */
export function spanBefore(span: DaySpan): DaySpan {
  return { start: addDays(span.start, -lengthOf(span)), end: addDays(span.start, -1) };
}

/** Converts inclusive days to the half-open range that the reader takes. */
export function rangeOf(span: DaySpan): DayRange {
  return { from: span.start, to: addDays(span.end, 1) };
}

function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message);
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** Returns the midnight UTC of an existing calendar date `YYYY-MM-DD`. */
export function midnightOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Returns a midnight UTC as `YYYY-MM-DD`. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns a span as reports name the days that they are of. */
export function periodOf({ start, end }: DaySpan): { start: string; end: string } {
  return { start: formatDate(start), end: formatDate(end) };
}

/** Returns midnight UTC. `month` counts from 1, and values beyond the end of a month carry over. */
export function utcDate(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

/** Returns a whole hour as a series in UTC writes it: `2026-11-20T19:00:00Z`. */
export function formatHour(hour: Date): string {
  return `${hour.toISOString().slice(0, 19)}Z`;
}

export function startOfToday(now: number): Date {
  const date = new Date(now);
  return utcDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/**
 * Returns the start of the bucket that contains a midnight: the day itself, its Monday, or the
 * first day of its month.
 */
export function startOfBucket(date: Date, interval: Interval): Date {
  switch (interval) {
    case 'hour':
    case 'day':
      return date;
    case 'week':
      return addDays(date, -((date.getUTCDay() + 6) % 7));
    case 'month':
      return utcDate(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
}

/** Returns the start of the bucket after the one that starts at `start`. */
export function nextBucket(start: Date, interval: Interval): Date {
  switch (interval) {
    case 'hour':
      return new Date(start.getTime() + HOUR_MS);
    case 'day':
      return addDays(start, 1);
    case 'week':
      return addDays(start, 7);
    case 'month':
      return utcDate(start.getUTCFullYear(), start.getUTCMonth() + 2, 1);
  }
}

/** Returns the start of every bucket that touches a range, ascending. */
export function bucketsOf({ from, to }: DayRange, interval: Interval): Date[] {
  const buckets: Date[] = [];
  let bucket = startOfBucket(from, interval);
  for (; bucket < to; bucket = nextBucket(bucket, interval)) buckets.push(bucket);
  return buckets;
}
