import {
  addDays,
  dayIn,
  daysOfBucket,
  intervalOf,
  intervalsOf,
  isDay,
  lengthOf,
  PERIODS,
  previousOf,
  spanOf,
} from './days.js';

const TODAY = '2026-03-01';

it('finds the days of every period', () => {
  expect(PERIODS.map((period) => spanOf({ period }, TODAY))).toEqual([
    { start: '2026-03-01', end: '2026-03-01' },
    { start: '2026-02-28', end: '2026-02-28' },
    { start: '2026-02-23', end: '2026-03-01' },
    { start: '2026-01-31', end: '2026-03-01' },
    { start: '2026-03-01', end: '2026-03-01' },
    { start: '2026-02-01', end: '2026-02-28' },
  ]);
  expect(spanOf({ period: 'last_month' }, '2026-01-31')).toEqual({
    start: '2025-12-01',
    end: '2025-12-31',
  });
  expect(spanOf({ start: '2026-02-01', end: '2026-02-03' }, TODAY).end).toBe('2026-02-03');
});

it('compares with as many days directly before', () => {
  expect(previousOf({ start: '2026-03-01', end: '2026-03-01' })).toEqual({
    start: '2026-02-28',
    end: '2026-02-28',
  });
  const span = { start: '2024-02-28', end: '2024-03-02' };
  expect(lengthOf(span)).toBe(4);
  expect(previousOf(span)).toEqual({ start: '2024-02-24', end: '2024-02-27' });
});

it('takes the interval that was asked for only when it fits', () => {
  expect(intervalOf(1, undefined)).toBe('hour');
  expect(intervalOf(7, undefined)).toBe('day');
  expect(intervalOf(7, 'hour')).toBe('hour');
  expect(intervalOf(7, 'month')).toBe('day');
  expect(intervalOf(90, 'week')).toBe('week');
  expect(intervalOf(365, undefined)).toBe('week');
  expect(intervalOf(2_000, 'day')).toBe('month');
  expect(intervalOf(1, 'hour', false)).toBe('day');
  // What is chosen by default is always one of those that can be chosen.
  for (let days = 1; days < 3_000; days++)
    for (const hasHours of [true, false])
      expect(intervalsOf(days, hasHours)).toContain(intervalOf(days, undefined, hasHours));
});

it('bounds the days of a bucket by the span', () => {
  const span = { start: '2026-02-11', end: '2026-03-20' };
  expect(daysOfBucket('2026-02-11T07:00:00Z', 'hour', span)).toEqual({
    start: '2026-02-11',
    end: '2026-02-11',
  });
  expect(daysOfBucket('2026-02-09', 'week', span)).toEqual({
    start: '2026-02-11',
    end: '2026-02-15',
  });
  expect(daysOfBucket('2026-03-01', 'month', span)).toEqual({
    start: '2026-03-01',
    end: '2026-03-20',
  });
});

it('knows the day of a moment in a time zone', () => {
  const moment = Date.UTC(2026, 10, 20, 23, 30);
  expect(dayIn('UTC', moment)).toBe('2026-11-20');
  expect(dayIn('Europe/Berlin', moment)).toBe('2026-11-21');
  expect(dayIn('America/New_York', moment)).toBe('2026-11-20');
});

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['1999-12-31', false],
  ['2026-2-1', false],
  ['', false],
])('%j is a day: %s', (text, is) => expect(isDay(text)).toBe(is));

it('adds days over the end of a year', () => expect(addDays('2026-12-31', 1)).toBe('2027-01-01'));
