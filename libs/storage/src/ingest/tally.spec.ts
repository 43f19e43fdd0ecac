import { Tally } from './tally.js';

it('is 0 where nothing was added, also far beyond what was', () => {
  const tally = new Tally();
  tally.add(3);
  expect([0, 3, 4, 1_000_000].map((index) => tally.at(index))).toEqual([0, 1, 0, 0]);
});

it('keeps what it has when it grows', () => {
  const tally = new Tally();
  tally.add(0);
  tally.put(1, 2.5);
  for (let index = 0; index < 10_000; index += 7) tally.add(index);
  tally.put(1_000_000, 1);
  expect([0, 1, 7, 9_996, 1_000_000].map((index) => tally.at(index))).toEqual([2, 2.5, 1, 1, 1]);
});
