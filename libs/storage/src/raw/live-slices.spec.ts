import { FIRST_SLICE_MS, nextSliceMs } from './live-slices.js';

it('grows by a bounded step where hardly anybody comes', () => {
  expect(nextSliceMs(FIRST_SLICE_MS, { found: 0, left: 20_000 })).toBe(75_000);
  expect(nextSliceMs(75_000, { found: 3, left: 19_997 })).toBe(375_000);
});

it('is as long as what is left to read takes', () => {
  expect(nextSliceMs(15_000, { found: 10_000, left: 10_000 })).toBe(15_000);
  expect(nextSliceMs(15_000, { found: 15_000, left: 5_000 })).toBe(5_000);
});

it('never becomes too short to come forward', () => {
  expect(nextSliceMs(15_000, { found: 19_999, left: 1 })).toBe(1_000);
});
