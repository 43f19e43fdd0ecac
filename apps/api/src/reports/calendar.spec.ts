import type { Interval } from '@app/contracts';
import { ApiError } from '../http/api-error.js';
import {
  addDays,
  type AskedPeriod,
  formatDate,
  midnightOf,
  nextBucket,
  rangeOf,
  requestedDays,
  startOfBucket,
  startOfToday,
  utcDate,
} from './calendar.js';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

it.each(['2000-01-01', '2024-02-29', '2026-12-31', '9999-12-31', '0999-05-05'])(
  '%s has its midnight in UTC',
  (date) => {
    expect(midnightOf(date).toISOString()).toBe(`${date}T00:00:00.000Z`);
  },
);

it('days are added across months, years and changes of the clock', () => {
  expect(formatDate(addDays(day('2024-02-28'), 1))).toBe('2024-02-29');
  expect(formatDate(addDays(day('2026-12-31'), 1))).toBe('2027-01-01');
  expect(formatDate(addDays(day('2026-03-08'), 1))).toBe('2026-03-09');
  expect(formatDate(addDays(day('2026-01-01'), -1))).toBe('2025-12-31');
});

it('values beyond the end of a month carry over', () => {
  expect(formatDate(utcDate(2026, 1, 0))).toBe('2025-12-31');
  expect(formatDate(utcDate(2026, 0, 1))).toBe('2025-12-01');
  expect(formatDate(utcDate(2024, 3, 0))).toBe('2024-02-29');
});

describe('A bucket', () => {
  it.each<[string, Interval, string]>([
    ['2026-11-20', 'hour', '2026-11-20'],
    ['2026-11-20', 'day', '2026-11-20'],
    // Monday to Sunday.
    ['2026-11-16', 'week', '2026-11-16'],
    ['2026-11-20', 'week', '2026-11-16'],
    ['2026-11-22', 'week', '2026-11-16'],
    ['2026-11-23', 'week', '2026-11-23'],
    ['2027-01-01', 'week', '2026-12-28'],
    ['2024-02-29', 'week', '2024-02-26'],
    ['2026-11-01', 'month', '2026-11-01'],
    ['2026-11-30', 'month', '2026-11-01'],
    ['2024-02-29', 'month', '2024-02-01'],
  ])('that holds %s by %s starts at %s', (date, interval, start) => {
    expect(formatDate(startOfBucket(day(date), interval))).toBe(start);
  });

  it.each<[string, Interval, string]>([
    ['2026-11-20', 'hour', '2026-11-20T01:00:00.000Z'],
    ['2026-12-31', 'day', '2027-01-01T00:00:00.000Z'],
    ['2026-12-28', 'week', '2027-01-04T00:00:00.000Z'],
    ['2024-01-01', 'month', '2024-02-01T00:00:00.000Z'],
    ['2026-12-01', 'month', '2027-01-01T00:00:00.000Z'],
  ])('after the one at %s by %s starts at %s', (start, interval, next) => {
    expect(nextBucket(day(start), interval).toISOString()).toBe(next);
  });
});

const NOW = Date.parse('2026-11-20T15:30:00Z');
const asked = (query: Partial<AskedPeriod>) => {
  const { start, end } = requestedDays({ period: 'last_7_days', ...query }, NOW);
  return `${formatDate(start)} ${formatDate(end)}`;
};

it.each([
  ['2026-11-20T00:00:00.000Z', '2026-11-20'],
  ['2026-11-20T23:59:59.999Z', '2026-11-20'],
  ['2024-02-29T04:59:59Z', '2024-02-29'],
])('today at %s is %s', (now, today) => {
  expect(formatDate(startOfToday(Date.parse(now)))).toBe(today);
});

it.each<[Partial<AskedPeriod>, string]>([
  [{}, '2026-11-14 2026-11-20'],
  [{ period: 'yesterday' }, '2026-11-19 2026-11-19'],
  [{ start_date: '2026-11-01' }, '2026-11-01 2026-11-20'],
  [{ start_date: '2026-11-20' }, '2026-11-20 2026-11-20'],
  [{ start_date: '2026-10-01', end_date: '2026-10-02' }, '2026-10-01 2026-10-02'],
  [{ period: 'today', start_date: '2026-10-01', end_date: '2026-10-02' }, '2026-10-01 2026-10-02'],
  [{ start_date: '2027-01-01', end_date: '2027-01-02' }, '2027-01-01 2027-01-02'],
])('%j asks for %s', (query, days) => {
  expect(asked(query)).toBe(days);
});

it.each<[Partial<AskedPeriod>, string]>([
  [{ end_date: '2026-10-02' }, 'end_date needs a start_date'],
  [{ period: 'today', end_date: '2026-10-02' }, 'end_date needs a start_date'],
  [{ start_date: '2026-11-21' }, 'start_date must not be after today'],
  [{ start_date: '2026-11-02', end_date: '2026-11-01' }, 'start_date must not be after end_date'],
])('%j is refused: %s', (query, message) => {
  expect(() => asked(query)).toThrow(new ApiError('VALIDATION_ERROR', message));
});

it('inclusive days are a half-open range', () => {
  const day = new Date('2026-11-20T00:00:00Z');
  expect(rangeOf({ start: day, end: day })).toEqual({
    from: day,
    to: new Date('2026-11-21T00:00:00Z'),
  });
});
