import type { Period } from '@app/contracts';
import type { DayRange } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { addDays, midnightOf, startOfToday, utcDate } from './calendar.js';

/** Calendar days UTC, both inclusive, as midnights. */
export interface DaySpan {
  start: Date;
  end: Date;
}

/** The parameters of a request that choose the days of its report. */
export interface AskedPeriod {
  period: Period;
  /** `YYYY-MM-DD`, within the two bounds below. */
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The first and the last day that reports may include. They bound the length of a series. */
export const EARLIEST_DATE = '2000-01-01';
export const LATEST_DATE = '2099-12-31';

/**
 * Returns the days that a request asks for. Its dates take precedence over its period.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function requestedDays({ period, start_date, end_date }: AskedPeriod, now: number): DaySpan {
  const today = startOfToday(now);
  const start = start_date === undefined ? undefined : midnightOf(start_date);
  const end = end_date === undefined ? undefined : midnightOf(end_date);
  if (!start && end) throw invalid('end_date needs a start_date');
  if (!start) return daysOf(period, today);
  const lastDay = end ?? today;
  if (start > lastDay) {
    throw invalid(
      end ? 'start_date must not be after end_date' : 'start_date must not be after today',
    );
  }
  return { start, end: lastDay };
}

/** Returns the days of a named period as of `today`. */
export function daysOf(period: Period, today: Date): DaySpan {
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth() + 1;
  switch (period) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'last_7_days':
      return { start: addDays(today, -6), end: today };
    case 'last_30_days':
      return { start: addDays(today, -29), end: today };
    case 'this_month':
      return { start: utcDate(year, month, 1), end: today };
    case 'last_month':
      return { start: utcDate(year, month - 1, 1), end: utcDate(year, month, 0) };
  }
}

/** Converts inclusive days to the half-open range that the reader takes. */
export function rangeOf(span: DaySpan): DayRange {
  return { from: span.start, to: addDays(span.end, 1) };
}

function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message);
}
