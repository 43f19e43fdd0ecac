import { goneOf, ranksOf } from './room.js';

it('lets the lowest weight go first, and of the same the last one', () => {
  const columns = [{}, { weight: 2 }, { weight: 1 }, {}, { weight: 2 }, { weight: 9 }];
  expect(ranksOf(columns)).toEqual([undefined, 3, 1, undefined, 2, 4]);
});

it('lets the lightest go, as few as must', () => {
  const widths = [100, 50, 60, 70];
  const ranks = [undefined, 2, 1, undefined];
  expect([280, 279, 220, 169].map((room) => goneOf(widths, ranks, room))).toEqual([
    ...[[], [1], [1], [2, 1]],
  ]);
});

it('keeps a lighter one where a heavier one is too wide', () => {
  expect(goneOf([100, 200, 30], [undefined, 2, 1], 150)).toEqual([2]);
});

it('lets no column go that always stays', () => {
  expect(goneOf([100, 50], [undefined, undefined], 10)).toEqual([]);
  expect(goneOf([100, 50], [undefined, 1], 10)).toEqual([1]);
});
