import { nameOf, numberAt } from './chart.js';

const VALUES = [1_000, 0, 500];

it('writes the number of a bucket, and the sum of all', () => {
  expect(numberAt({}, VALUES, 0)).toBe('1,000');
  expect(numberAt({}, VALUES, 3)).toBe('0');
  expect(numberAt({}, VALUES)).toBe('1,500');
});

it('adds nothing up that must not be, and has no number where nothing is judged', () => {
  const data = { isApart: true, gaps: [false, true, false] } as const;
  expect(numberAt(data, VALUES)).toBe('');
  expect([0, 1, 2].map((at) => numberAt(data, VALUES, at))).toEqual(['1,000', '–', '500']);
});

it('names a bucket, and says why its numbers are not whole', () => {
  const data = { dates: ['2026-11-18', '2026-11-19', '2026-11-20'], bucket: 'day' } as const;
  expect(nameOf(data, 0)).toBe('Wed, 18 Nov 2026');
  expect(nameOf({ ...data, unfinished: 2 }, 2)).toBe('Fri, 20 Nov 2026 (not over yet)');
  const gaps = [false, true, true];
  expect(nameOf({ ...data, unfinished: 2, gaps }, 1)).toBe('Thu, 19 Nov 2026 (not judged)');
  expect(nameOf({ ...data, unfinished: 2, gaps }, 2)).toBe('Fri, 20 Nov 2026 (not judged)');
});
