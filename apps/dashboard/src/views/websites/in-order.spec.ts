import { inOrder } from './in-order.js';

const ROWS = [
  { name: 'b', visits: 2 },
  { name: 'a', visits: null },
  { name: 'c', visits: 7 },
];
const COLUMNS = [
  { sort: 'name', valueOf: ({ name }: (typeof ROWS)[number]) => name },
  { sort: 'visits', valueOf: ({ visits }: (typeof ROWS)[number]) => visits },
];

it.each([
  ['name', 'abc'],
  ['-name', 'cba'],
  ['visits', 'cba'],
  ['-visits', 'bca'],
  ['other', 'bac'],
])('orders rows by %s', (sort, names) => {
  expect(
    inOrder(ROWS, COLUMNS, sort)
      .map(({ name }) => name)
      .join(''),
  ).toBe(names);
});
