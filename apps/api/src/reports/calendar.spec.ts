import type { Interval } from '@app/contracts';
import { addDays, formatDate, midnightOf, nextBucket, startOfBucket, utcDate } from './calendar.js';

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
