import { KeyLevel } from './key-level.js';

it('gives each key an index from 0, in the order in which they come, and the same one again', () => {
  const level = new KeyLevel();
  const keys = [
    [0, 7],
    [0, 3],
    [0, 7],
    [2, 7],
    [0, 3],
    [2, 7],
  ] as const;
  expect(keys.map(([parent, part]) => level.indexOf(parent, part))).toEqual([0, 1, 0, 2, 1, 2]);
  expect(level.size).toBe(3);
});

it('knows of each key its part, and the key above', () => {
  const level = new KeyLevel();
  for (const [parent, part] of [[4, 200] as const, [4, 404] as const, [0, 200] as const])
    level.indexOf(parent, part);
  expect(level.parts).toEqual([200, 404, 200]);
  expect(level.parents).toEqual([4, 4, 0]);
});

it('gives the keys below another one in the order of their parts, as numbers', () => {
  const level = new KeyLevel();
  // As texts, 10 would come before 9, and the lowest number would not be the first one.
  const index = new Map([9, 10, -1, 100, 0].map((part) => [part, level.indexOf(1, part)]));
  level.indexOf(2, 5);
  expect(level.inOrder(1)).toEqual([-1, 0, 9, 10, 100].map((part) => index.get(part)));
  expect(level.inOrder(2)).toEqual([5]);
});

it('has nothing below a key that has none', () => {
  const level = new KeyLevel();
  level.indexOf(3, 1);
  expect(level.inOrder(0)).toEqual([]);
  expect(level.inOrder(4)).toEqual([]);
});

it('tells large parts apart, as the ids of pages are', () => {
  const level = new KeyLevel();
  const [large, larger] = [2 ** 52, 2 ** 52 + 1];
  expect([large, larger, large].map((part) => level.indexOf(0, part))).toEqual([0, 1, 0]);
  expect(level.inOrder(0)).toEqual([0, 1]);
});
