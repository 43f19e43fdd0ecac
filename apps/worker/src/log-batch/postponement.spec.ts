import { postponement } from './postponement.js';

const never = () => 0;
const almostAlways = () => 0.999_999;

it.each([
  [0, 500],
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [5, 8_000],
  [6, 10_000],
  [1_000, 10_000],
])('after %i tries it is %i ms at most and half of it at least', (tries, milliseconds) => {
  expect(postponement(tries, never)).toBe(milliseconds);
  expect(postponement(tries, almostAlways)).toBe(milliseconds / 2);
});

it('differs from try to try, so that batches do not come back all at once', () => {
  const delays = new Set(Array.from({ length: 50 }, () => postponement(6)));
  expect(delays.size).toBeGreaterThan(10);
  for (const delay of delays) {
    expect(delay).toBeGreaterThanOrEqual(5_000);
    expect(delay).toBeLessThanOrEqual(10_000);
  }
});
