import { nextFetchIn } from './next-fetch.js';

const HOUR = 3_600;
const now = Date.UTC(2026, 10, 23);
const before = (hours: number) => new Date(now - hours * HOUR * 1_000);
const hours = (succeeded: boolean, succeededAt: Date | null) =>
  [0, 1].map((random) => nextFetchIn({ succeeded, succeededAt, now, random }) / HOUR);

it('is almost a day later, and not at the same time for all', () => {
  expect(hours(true, null)).toEqual([22, 24]);
  expect(hours(true, before(1_000))).toEqual([22, 24]);
});

it('is hours later after a failure, and more of them when nothing has come for two days', () => {
  expect(hours(false, before(24))).toEqual([1, 2]);
  expect(hours(false, before(47))).toEqual([1, 2]);
  expect(hours(false, before(49))).toEqual([4, 6]);
  expect(hours(false, null)).toEqual([4, 6]);
});
