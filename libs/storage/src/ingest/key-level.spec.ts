import fc from 'fast-check';
import { KeyLevel } from './key-level.js';

const ROOT = Int32Array.of(0);

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

it('has no keys in order when none came', () => {
  expect(new KeyLevel().inOrder(ROOT)).toEqual(new Int32Array(0));
});

it('tells large parts apart, as the ids of pages are', () => {
  const level = new KeyLevel();
  const [large, larger] = [2 ** 52, 2 ** 52 + 1];
  expect([large, larger, large].map((part) => level.indexOf(0, part))).toEqual([0, 1, 0]);
  expect(level.inOrder(ROOT)).toEqual(Int32Array.of(0, 1));
});

const ABOVE = 20;
const keys = fc.array(
  fc.tuple(fc.nat(ABOVE - 1), fc.oneof(fc.integer({ min: -1, max: 30 }), fc.maxSafeNat())),
  { maxLength: 400 },
);

it('knows all of many keys again, and gives them in the order of those above and of their parts', () => {
  fc.assert(
    fc.property(
      keys,
      fc.shuffledSubarray([...Array(ABOVE).keys()], { minLength: ABOVE }),
      (all, order) => {
        const level = new KeyLevel();
        const indexes = all.map(([parent, part]) => level.indexOf(parent, part));
        expect(all.map(([parent, part]) => level.indexOf(parent, part))).toEqual(indexes);
        const distinct = [...new Map(all.map((key) => [key.join(' '), key])).values()];
        expect(level.size).toBe(distinct.length);
        const rank = (parent: number) => order.indexOf(parent);
        const expected = distinct.toSorted(([a, x], [b, y]) => rank(a) - rank(b) || x - y);
        const found = Array.from(level.inOrder(Int32Array.from(order)), (index) => [
          level.parents[index],
          level.parts[index],
        ]);
        expect(found).toEqual(expected);
      },
    ),
  );
});
