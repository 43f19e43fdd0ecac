import { largestGroups } from './largest-groups.js';

const groups = [
  { name: 'a', visits: 6, series: [1, 5] },
  { name: 'b', visits: 3, series: [3, 0] },
  { name: 'c', visits: 2, series: [1, 1] },
  { name: null, visits: 1, series: [0, 1] },
];

it('adds up what is beyond the largest ones, with the rest that the API gave', () => {
  expect(largestGroups(groups, 1)).toEqual([
    { name: 'a', visits: 6, series: [1, 5] },
    { name: null, visits: 6, series: [4, 2] },
  ]);
  expect(largestGroups(groups.slice(0, 3), 2)[2]).toEqual({
    ...{ name: null, visits: 2, series: [1, 1] },
  });
});

it('makes no rest where there is none', () => {
  expect(largestGroups(groups, 3)).toEqual(groups);
  expect(largestGroups(groups.slice(0, 2), 8)).toEqual(groups.slice(0, 2));
  expect(largestGroups([], 8)).toEqual([]);
});
