import { checkStructure, MAX_LEVELS, structureOf } from './check-structure.js';

const of = (text: string) => structureOf(Buffer.from(text));

it.each([
  ['', 0, 1],
  ['1', 0, 1],
  ['"[[,"', 0, 1],
  ['[]', 1, 1],
  ['[1,2,3]', 1, 3],
  ['[[1,2],{"a":[1,2]},"a,b"]', 3, 3],
  ['{"a":1,"b":[1,2,3]}', 2, 1],
  ['[",]\\"[,",2]', 1, 2],
  ['["\\\\",2]', 1, 2],
  ['["ä,\ud83d\ude00[",2]', 1, 2],
  ['["\\', 1, 1],
  ['["', 1, 1],
  [']]]],[', 0, 1],
])('%j has %i levels and %i elements', (text, levels, elements) => {
  expect(of(text)).toEqual({ levels, elements });
});

it('stops counting levels where they are too many', () => {
  expect(of('['.repeat(1_000_000)).levels).toBe(MAX_LEVELS + 1);
});

const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));

it('refuses what is nested too deep, and too many entries, and nothing else', () => {
  expect(() => checkStructure(nested(MAX_LEVELS))).not.toThrow();
  expect(() => checkStructure(nested(MAX_LEVELS + 1))).toThrow(/more than 10000 levels deep/);
  const entries = (count: number) => Buffer.from(`[${Array(count).fill('{}').join()}]`);
  expect(() => checkStructure(entries(1000))).not.toThrow();
  expect(() => checkStructure(entries(1001))).toThrow(/at most 1000 entries, this one has 1001/);
  expect(() => checkStructure(undefined)).not.toThrow();
});
