import { findPressure } from './queue-pressure.js';

const LIMITS = { waiting: 100, oldestMs: 10_000 };

it.each([
  [0, 0, undefined],
  [100, 10_000, undefined],
  [101, 0, 'queue_full'],
  [0, 10_001, 'queue_behind'],
  [101, 10_001, 'queue_full'],
])('with %i batches, the oldest %i ms old, finds %s', (waiting, oldestMs, pressure) => {
  expect(findPressure({ waiting, oldestMs }, LIMITS, false)).toBe(pressure);
});

it.each([
  [100, 0, 'queue_full'],
  [81, 0, 'queue_full'],
  [80, 8_000, undefined],
  [80, 8_001, 'queue_behind'],
  [0, 0, undefined],
])('once refusing, with %i batches of %i ms finds %s', (waiting, oldestMs, pressure) => {
  expect(findPressure({ waiting, oldestMs }, LIMITS, true)).toBe(pressure);
});

it('changes its mind once on the way up and once on the way down', () => {
  const way = [70, 90, 100, 101, 100, 99, 101, 90, 81, 80, 81, 99, 100];
  let refusing = false;
  const refused = way.map(
    (waiting) =>
      (refusing = findPressure({ waiting, oldestMs: 0 }, LIMITS, refusing) !== undefined),
  );
  expect(way.filter((_, i) => refused[i])).toEqual([101, 100, 99, 101, 90, 81]);
});
