import { hasMoreValues } from './count-values.js';

it.each([
  ['', 0],
  ['1', 0],
  ['{}', 1],
  ['[]', 1],
  ['[{},{}]', 4],
  ['{"a":1,"b":[2,3]}', 4],
  ['"[{,"', 0],
  ['["\\"[{,", "\\\\", {}]', 4],
  ['["ä,漢,😀"]', 1],
  ['"never closed ,,,', 0],
  ['"\\', 0],
])('%j has %i', (text, count) => {
  const json = Buffer.from(text);
  expect(hasMoreValues(json, count)).toBe(false);
  if (count > 0) expect(hasMoreValues(json, count - 1)).toBe(true);
});
