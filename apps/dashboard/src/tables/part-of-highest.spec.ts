import { partOfHighest } from './part-of-highest.js';

it('measures bars by the highest row', () => {
  const part = partOfHighest([4, 2, 0], (count) => count);
  expect([4, 2, 0].map(part)).toEqual([1, 0.5, 0]);
  expect(partOfHighest([0], (count) => count)(0)).toBe(0);
});
