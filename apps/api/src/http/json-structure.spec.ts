import { MAX_LEVELS, structureOf } from './json-structure.js';

const of = (text: string) => structureOf(Buffer.from(text));

it.each([
  ['', 0, 1, 0],
  ['1', 0, 1, 0],
  ['"[[,"', 0, 1, 0],
  ['"[{,"', 0, 1, 0],
  ['{}', 1, 1, 1],
  ['[]', 1, 1, 1],
  ['[1,2,3]', 1, 3, 3],
  ['[{},{}]', 2, 2, 4],
  ['[[1,2],{"a":[1,2]},"a,b"]', 3, 3, 8],
  ['{"a":1,"b":[2,3]}', 2, 1, 4],
  ['{"a":1,"b":[1,2,3]}', 2, 1, 5],
  ['[",]\\"[,",2]', 1, 2, 2],
  ['["\\\\",2]', 1, 2, 2],
  ['["\\"[{,", "\\\\", {}]', 2, 3, 4],
  ['["ä,漢,😀"]', 1, 1, 1],
  ['["ä,\ud83d\ude00[",2]', 1, 2, 2],
  ['["\\', 1, 1, 1],
  ['["', 1, 1, 1],
  ['"never closed ,,,', 0, 1, 0],
  ['"\\', 0, 1, 0],
  [']]]],[', 0, 1, 2],
])('%j has %i levels, %i elements and %i values', (text, levels, elements, values) => {
  expect(of(text)).toEqual({ levels, elements, values });
});

it('stops where levels are too many', () => {
  expect(of('['.repeat(1_000_000)).levels).toBe(MAX_LEVELS + 1);
});
