import { ApiError } from './api-error.js';
import { integer, oneOf, single } from './query.js';

const refused = (message: string) => new ApiError('VALIDATION_ERROR', message);

describe('single', () => {
  it('gives the value of a parameter, undefined when it is not given', () => {
    expect(single({ a: '1', b: '2' }, 'a')).toBe('1');
    expect(single({ a: '' }, 'a')).toBe('');
    expect(single({ ab: '1', 'b[]': '2' }, 'a')).toBeUndefined();
  });

  it.each([{ a: ['1', '1'] }, { 'a[]': '1' }, { 'a[0]': '1' }, { a: '1', 'a[]': '1' }])(
    'refuses %j',
    (query) => {
      expect(() => single(query, 'a')).toThrow(refused('a must be given once, without brackets'));
    },
  );
});

describe('oneOf', () => {
  const values = ['x', 'y'] as const;

  it('gives one of the values, undefined when it is not given', () => {
    expect(oneOf({ a: 'y' }, 'a', values)).toBe('y');
    expect(oneOf({}, 'a', values)).toBeUndefined();
  });

  it.each(['', 'X', 'x ', 'z', 'length', '0'])('refuses %j', (a) => {
    expect(() => oneOf({ a }, 'a', values)).toThrow(refused('a must be one of x, y'));
  });
});

describe('integer', () => {
  it.each([
    ['1', 1],
    ['10', 10],
    ['1000', 1000],
  ])('reads %j', (a, value) => {
    expect(integer({ a }, 'a', 1, 1000)).toBe(value);
  });

  it('is undefined when it is not given', () => {
    expect(integer({}, 'a', 1, 1000)).toBeUndefined();
  });

  it.each([
    '',
    '0',
    '1001',
    '-1',
    '+1',
    '1.0',
    '1e2',
    '0x1',
    ' 1',
    '1 ',
    '1,000',
    'NaN',
    '9'.repeat(400),
  ])('refuses %j', (a) => {
    expect(() => integer({ a }, 'a', 1, 1000)).toThrow(
      refused('a must be an integer from 1 to 1000'),
    );
  });
});
