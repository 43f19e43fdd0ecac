import { type Period, PERIODS } from '@app/contracts';
import { invalid, oneOf, type Query, single } from '../http/query.js';
import { addDays, formatDate, parseDate, utcDate } from './calendar.js';

/** Calendar days UTC, both inclusive, as midnights. */
export interface DaySpan {
  start: Date;
  end: Date;
}

const DEFAULT_PERIOD: Period = 'last_7_days';
const EARLIEST = utcDate(2000, 1, 1);

/**
 * The days that `period`, `start_date` and `end_date` of a request ask for; the dates win.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function requestedDays(query: Query, now: number): DaySpan {
  const today = startOfToday(now);
  const period = oneOf(query, 'period', PERIODS) ?? DEFAULT_PERIOD;
  const start = dateOf(query, 'start_date');
  const end = dateOf(query, 'end_date');
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

/** The days of a named period, seen from `today`. */
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

export function startOfToday(now: number): Date {
  const date = new Date(now);
  return utcDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function dateOf(query: Query, name: string): Date | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const date = parseDate(text);
  if (!date) throw invalid(`${name} must be a calendar date YYYY-MM-DD`);
  if (date < EARLIEST) throw invalid(`${name} must not be before ${formatDate(EARLIEST)}`);
  return date;
}
