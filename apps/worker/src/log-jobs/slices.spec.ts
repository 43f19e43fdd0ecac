import { Slices } from './slices.js';

/** Computes for longer than a slice, so that each item is a slice of its own. */
function computeLong(): void {
  const begun = performance.now();
  while (performance.now() - begun < 6);
}

let slices: Slices;
let order: string[];
beforeEach(() => {
  slices = new Slices();
  order = [];
});

const noteLong = (item: string) => {
  computeLong();
  order.push(item);
  return item.toUpperCase();
};

it('returns what is computed of each item, in the same order', async () => {
  expect(await slices.map('later', ['a', 'b', 'c'], noteLong)).toEqual(['A', 'B', 'C']);
  expect(await slices.map('first', [], noteLong)).toEqual([]);
});

it('computes for a job that comes first before it goes on with one that comes later', async () => {
  const later = slices.map('later', ['later 1', 'later 2', 'later 3'], (item) => {
    if (item === 'later 1') void slices.map('first', ['first 1', 'first 2'], noteLong);
    return noteLong(item);
  });
  await later;
  expect(order).toEqual(['later 1', 'first 1', 'first 2', 'later 2', 'later 3']);
});

it('finishes a job before it begins the next one of the same turn', async () => {
  const both = [
    slices.map('later', ['one', 'one'], noteLong),
    slices.map('later', ['other', 'other'], noteLong),
  ];
  await Promise.all(both);
  expect(order).toEqual(['one', 'one', 'other', 'other']);
});

it('lets the event loop serve others between two slices', async () => {
  const mapped = slices.map('later', ['a', 'b', 'c', 'd'], noteLong);
  const timer = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
    order.push('timer');
  });
  await Promise.all([mapped, timer]);
  expect(order.at(-1)).toBe('d');
});

it('fails only the job whose item fails', async () => {
  const failing = slices.map('later', ['bad'], () => {
    throw new Error('failed');
  });
  const next = slices.map('later', ['a'], noteLong);
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toEqual(['A']);
});
