import fc from 'fast-check';
import {
  barPath,
  heightAt,
  indexAt,
  linePath,
  marksOf,
  namedBuckets,
  type Plot,
  slotMiddle,
  stacked,
} from './scale.js';

const plot: Plot = { left: 40, top: 10, width: 200, height: 100, count: 4, maximum: 50 };

it('marks an axis with round whole numbers', () => {
  expect(marksOf(0)).toEqual([0, 1]);
  expect(marksOf(1)).toEqual([0, 1]);
  expect(marksOf(3)).toEqual([0, 1, 2, 3]);
  expect(marksOf(10)).toEqual([0, 3, 6, 9, 12]);
  expect(marksOf(430)).toEqual([0, 200, 400, 600]);
  expect(marksOf(1_000_000)).toEqual([0, 250_000, 500_000, 750_000, 1_000_000]);
});

it('always reaches the maximum with few marks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (maximum) => {
      const marks = marksOf(maximum);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(maximum);
      expect(marks.at(-2)).toBeLessThan(maximum);
      expect(marks.length).toBeLessThanOrEqual(6);
      for (const mark of marks) expect(Number.isInteger(mark)).toBe(true);
    }),
  );
});

it('stacks series', () => {
  expect(
    stacked([
      [1, 0],
      [2, 5],
    ]),
  ).toEqual([
    [
      { from: 0, to: 1 },
      { from: 0, to: 0 },
    ],
    [
      { from: 1, to: 3 },
      { from: 0, to: 5 },
    ],
  ]);
});

it('finds the bucket below the pointer, also beyond the edges', () => {
  expect([0, 41, 89, 91, 239, 900].map((x) => indexAt(plot, x))).toEqual([0, 0, 0, 1, 3, 3]);
  for (const index of [0, 1, 2, 3]) expect(indexAt(plot, slotMiddle(plot, index))).toBe(index);
});

it('draws from the bottom to the top', () => {
  expect(heightAt(plot, 0)).toBe(110);
  expect(heightAt(plot, 50)).toBe(10);
  expect(linePath(plot, [0, 50])).toBe('M65 110L115 10');
  expect(barPath(plot, 0, { from: 0, to: 25 }, false)).toBe('M43 110V60h44V110z');
  expect(barPath(plot, 0, { from: 0, to: 25 }, true)).toBe('M43 110V63q0 -3 3 -3h38q3 0 3 3V110z');
});

it('names as many buckets as fit, the first among them', () => {
  expect(namedBuckets({ ...plot, count: 30 })).toEqual([0, 10, 20]);
  expect(namedBuckets({ ...plot, width: 1_000, count: 7 })).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(namedBuckets({ ...plot, count: 1 })).toEqual([0]);
});
