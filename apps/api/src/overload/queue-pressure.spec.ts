import { findPressure, type QueuePressure, secondsUntilResume } from './queue-pressure.js';

const LIMITS = { waiting: 100, oldestMs: 10_000, backlogMs: 5_000 };
const NOTHING = { waiting: 0, oldestMs: 0, backlog: undefined };
const backlog = (ms: number, growing = true) => ({ ms, growing });

it.each([
  [0, 0, undefined],
  [100, 10_000, undefined],
  [101, 0, 'queue_full'],
  [0, 10_001, 'queue_behind'],
  [101, 10_001, 'queue_full'],
])('with %i batches, the oldest %i ms old, finds %s', (waiting, oldestMs, pressure) => {
  expect(findPressure({ ...NOTHING, waiting, oldestMs }, LIMITS, undefined)).toBe(pressure);
});

it.each([
  [100, 0, 'queue_full'],
  [81, 0, 'queue_full'],
  [80, 8_000, undefined],
  [80, 8_001, 'queue_behind'],
  [0, 0, undefined],
])('once refusing, with %i batches of %i ms finds %s', (waiting, oldestMs, pressure) => {
  expect(findPressure({ ...NOTHING, waiting, oldestMs }, LIMITS, 'queue_full')).toBe(pressure);
});

it('changes its mind once on the way up and once on the way down', () => {
  const way = [70, 90, 100, 101, 100, 99, 101, 90, 81, 80, 81, 99, 100];
  let current: QueuePressure | undefined;
  const refused = way.map((waiting) => {
    current = findPressure({ ...NOTHING, waiting }, LIMITS, current);
    return current !== undefined;
  });
  expect(way.filter((_, i) => refused[i])).toEqual([101, 100, 99, 101, 90, 81]);
});

it.each([
  ['more work than the limit', backlog(5_001), undefined, 'queue_slow'],
  ['as much as the limit', backlog(5_000), undefined, undefined],
  ['more, but it is caught up', backlog(60_000, false), undefined, undefined],
  ['more, and nobody knows the pace', undefined, undefined, undefined],
  ['a little less, once it was too much', backlog(4_001, false), 'queue_slow', 'queue_slow'],
  ['80 %, once it was too much', backlog(4_000), 'queue_slow', undefined],
  ['no pace any more, once it was too much', undefined, 'queue_slow', undefined],
  ['much work after too many batches', backlog(60_000, false), 'queue_full', undefined],
] as const)('with %s', (_, seen, current, pressure) => {
  expect(findPressure({ ...NOTHING, backlog: seen }, LIMITS, current)).toBe(pressure);
});

it.each([
  ['queue_slow', { backlog: backlog(6_000) }, 2],
  ['queue_slow', { backlog: backlog(4_010) }, 1],
  // 20 of 100 batches have to go, which take 30 s altogether.
  ['queue_full', { waiting: 100, backlog: backlog(30_000) }, 6],
  ['queue_behind', { oldestMs: 16_000, backlog: backlog(30_000) }, 15],
  ['queue_full', { waiting: 800, backlog: backlog(3_600_000) }, 60],
  ['queue_full', { waiting: 800 }, 5],
] as const)('of %s with %o it tells when to come back', (pressure, state, seconds) => {
  expect(secondsUntilResume(pressure, { ...NOTHING, ...state }, LIMITS)).toBe(seconds);
});
