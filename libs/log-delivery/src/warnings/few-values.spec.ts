import { FewValues } from './few-values.js';

function valuesOf(...texts: string[]): FewValues {
  const values = new FewValues(3);
  for (const text of texts) values.add(text);
  return values;
}

it('counts values as long as they are few', () => {
  expect([...(valuesOf('a', 'b', 'a', 'c').found ?? [])]).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
  expect(valuesOf('a', 'b', 'c', 'd').found).toBeUndefined();
});

it('adds up the values of two, which may be too many together', () => {
  const values = valuesOf('a', 'b');
  values.addAll(valuesOf('b', 'c'));
  expect(values.found?.get('b')).toBe(2);
  values.addAll(valuesOf('d'));
  expect(values.found).toBeUndefined();
  values.addAll(valuesOf('a'));
  expect(values.found).toBeUndefined();
});
