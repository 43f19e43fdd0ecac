import type { Interval } from '@app/contracts';
import { ApiError } from '../http/api-error.js';
import { addDays, formatDate, rangeOf } from './calendar.js';
import { fillSeries, refuseTooManyPoints, utcBuckets, wholeBuckets } from './series.js';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const span = (start: string, end: string) => ({ start: day(start), end: day(end) });
const range = (start: string, end: string) => rangeOf(span(start, end));

describe('refuseTooManyPoints', () => {
  const days = (count: number) => ({
    start: addDays(day('2026-11-20'), 1 - count),
    end: day('2026-11-20'),
  });

  it.each<[Interval, number]>([
    ['hour', 31],
    ['day', 1_100],
    ['week', 36_525],
    ['month', 36_525],
  ])('%s takes %i days', (interval, count) => {
    expect(() => refuseTooManyPoints(days(count), interval)).not.toThrow();
  });

  it.each<[Interval, number]>([
    ['hour', 31],
    ['day', 1_100],
  ])('%s takes not one day more than %i', (interval, limit) => {
    const message = `interval ${interval} takes at most ${limit} days, not ${limit + 1}; use a longer interval`;
    expect(() => refuseTooManyPoints(days(limit + 1), interval)).toThrow(
      new ApiError('VALIDATION_ERROR', message),
    );
  });
});

describe('wholeBuckets', () => {
  it.each<[Interval, string, string, string]>([
    // 2026-11-16 is a Monday.
    ['week', '2026-11-16', '2026-11-22', '2026-11-16 2026-11-23'],
    ['week', '2026-11-15', '2026-11-23', '2026-11-16 2026-11-23'],
    ['week', '2026-11-10', '2026-12-01', '2026-11-16 2026-11-30'],
    ['month', '2026-10-01', '2026-10-31', '2026-10-01 2026-11-01'],
    ['month', '2026-09-15', '2026-11-03', '2026-10-01 2026-11-01'],
    ['month', '2024-02-01', '2024-02-29', '2024-02-01 2024-03-01'],
  ])('%s of %s to %s', (interval, start, end, whole) => {
    const { from, to } = wholeBuckets(range(start, end), interval);
    expect(`${formatDate(from)} ${formatDate(to)}`).toBe(whole);
  });

  it.each<[Interval, string, string]>([
    ['week', '2026-11-17', '2026-11-22'],
    ['week', '2026-11-16', '2026-11-21'],
    // The week that starts on Monday 23 November is not completely in the range.
    ['week', '2026-11-17', '2026-11-28'],
    ['week', '2026-11-20', '2026-11-20'],
    ['month', '2026-11-02', '2026-11-30'],
    ['month', '2026-11-15', '2026-12-15'],
  ])('%s of %s to %s: none, empty at the start', (interval, start, end) => {
    const days = range(start, end);
    const { from, to } = wholeBuckets(days, interval);
    expect([from, to]).toEqual([days.from, days.from]);
  });
});

describe('fillSeries', () => {
  const some = { verified_visits: 1, spoofed_visits: 0, unverifiable_visits: 1 };
  const counts = (start: string, total: number) => ({
    bucket: Date.parse(start) / 1000,
    total_visits: total,
    bot_visits: 2,
    human_visits: 3,
    ai_bot_visits: 1,
    ...some,
  });

  it('puts zeros where nothing was read', () => {
    const series = fillSeries(
      [counts('2026-11-21T00:00:00Z', 5)],
      utcBuckets(range('2026-11-20', '2026-11-22'), 'day'),
      {},
    );
    const visits = { total_visits: 0, bot_visits: 0, human_visits: 0, ai_bot_visits: 0 };
    const people = {
      ...{ people_visits: 0, undecided_visits: 0, automation_visits: 0, not_judged_visits: 0 },
    };
    const verdicts = { verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 };
    const zeros = { ...visits, ...verdicts, ...people };
    expect(series).toEqual([
      { date: '2026-11-20', ...zeros },
      {
        date: '2026-11-21',
        ...{ total_visits: 5, bot_visits: 2, human_visits: 3, ai_bot_visits: 1 },
        ...some,
        ...people,
      },
      { date: '2026-11-22', ...zeros },
    ]);
  });

  it.each<[Interval, string, string, string[]]>([
    ['week', '2026-11-15', '2026-11-16', ['2026-11-09', '2026-11-16']],
    ['month', '2026-12-31', '2027-01-01', ['2026-12-01', '2027-01-01']],
    ['month', '2026-01-31', '2026-03-01', ['2026-01-01', '2026-02-01', '2026-03-01']],
    ['day', '2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ])('has every %s that touches %s to %s', (interval, start, end, dates) => {
    const series = fillSeries([], utcBuckets(range(start, end), interval), {});
    expect(series.map(({ date }) => date)).toEqual(dates);
  });

  it('has 24 hours a day, even when clocks change somewhere', () => {
    const series = fillSeries([], utcBuckets(range('2026-03-08', '2026-03-08'), 'hour'), {});
    expect(series).toHaveLength(24);
    expect(series[0]?.date).toBe('2026-03-08T00:00:00Z');
    expect(series[23]?.date).toBe('2026-03-08T23:00:00Z');
  });
});
