import { firstUnfinished, valuesOver } from './first-unfinished.js';

const at = (today: string, iso = `${today}T12:00:00Z`) => ({ today, now: Date.parse(iso) });

it.each([
  ['hour', ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'], 2],
  ['hour', ['2026-11-20T20:00:00+09:00', '2026-11-20T21:00:00+09:00'], 1],
  ['day', ['2026-11-18', '2026-11-19', '2026-11-20'], 2],
  ['week', ['2026-11-09', '2026-11-16'], 1],
  ['week', ['2026-11-02', '2026-11-09'], 2],
  ['month', ['2026-10-01', '2026-11-01'], 1],
  ['month', ['2026-02-01', '2026-03-01'], 2],
] as const)('finds the first %s that is not over', (bucket, dates, index) => {
  expect(firstUnfinished(dates, bucket, at('2026-11-20'))).toBe(index);
});

it('knows that a month is over when the next one begins', () => {
  expect(firstUnfinished(['2026-01-01', '2026-02-01'], 'month', at('2026-02-28'))).toBe(1);
  expect(firstUnfinished(['2026-01-01', '2026-02-01'], 'month', at('2026-03-01'))).toBe(2);
});

it('keeps a line of at least two points', () => {
  expect(valuesOver([1, 2, 3], 2)).toEqual([1, 2]);
  expect(valuesOver([1, 2], 1)).toEqual([1, 2]);
});
