import { parseJson } from '../http/parse-json.js';
import { refuseTooManyEntries } from './entry-count.js';

const parse = (text: string) => parseJson(Buffer.from(text), { check: refuseTooManyEntries });
const entries = (count: number, entry = '{}') => `[${Array(count).fill(entry).join()}]`;

it('refuses more than 1000 entries, and nothing else', () => {
  expect(parse(entries(1000))).toHaveLength(1000);
  expect(() => parse(entries(1001))).toThrow(/at most 1000 entries, this one has 1001/);
  expect(() => parse('')).toThrow('The body is empty');
});

it('is told after too many levels, before too many values, and before what is no JSON', () => {
  const deep = '['.repeat(10_001) + ']'.repeat(10_001);
  expect(() => parse(entries(1001, deep))).toThrow('levels deep');
  expect(() => parse(entries(600_000))).toThrow('this one has 600000');
  expect(() => parse(entries(1001, 'x'))).toThrow('this one has 1001');
});
