import { plural } from './plural.js';

it('writes a count into the form of its words', () => {
  const visits = { one: '# visit', other: '# visits' };
  expect([0, 1, 2, 1_000].map((count) => plural(count, visits))).toEqual([
    '0 visits',
    '1 visit',
    '2 visits',
    '1,000 visits',
  ]);
  expect(plural(2, { one: '# person', other: '# people' })).toBe('2 people');
  const forms = { one: 'Show # more page', other: 'Show # more pages' };
  expect([1, 2_000].map((count) => plural(count, forms))).toEqual([
    'Show 1 more page',
    'Show 2,000 more pages',
  ]);
  expect(plural(1, { other: '# of them' })).toBe('1 of them');
});
