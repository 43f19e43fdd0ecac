import { ApiError } from './api-error.js';
import { MAX_LEVELS } from './json-structure.js';
import { parseJson } from './parse-json.js';

it.each([
  ['[]', []],
  ['{"a":1}', { a: 1 }],
  [' \n[1]\t', [1]],
  ['null', null],
  ['"x"', 'x'],
  ['\ufeff{"a":1}', { a: 1 }],
  ['{"a":1,"a":2}', { a: 2 }],
])('reads %j', (text, value) => {
  expect(parseJson(Buffer.from(text))).toEqual(value);
});

it('replaces bytes that are no UTF-8', () => {
  expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toBe('\ufffd');
});

it('makes __proto__ a field like any other', () => {
  const value = parseJson(Buffer.from('{"__proto__":{"polluted":true}}')) as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});

it.each([undefined, '', ' ', '\ufeff'])('refuses %j as empty', (text) => {
  expect(() => parseJson(text === undefined ? undefined : Buffer.from(text))).toThrow(
    new ApiError('INVALID_JSON', 'The body is empty; send a log entry or an array of them'),
  );
});

it.each(['{', '[1,]', "{'a':1}", 'NaN', 'undefined', '[1][2]', '{"a":"secret"', '\ufeff\ufeff[]'])(
  'refuses %j without repeating it',
  (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(
      new ApiError(
        'INVALID_JSON',
        'The body is not valid JSON; send a log entry or an array of them',
      ),
    );
  },
);

it.each(['{}', '[]', '1'])('refuses 10 MiB of %s before it makes values of them', (value) => {
  const body = Buffer.from(`[${`${value},`.repeat(3_000_000)}{}]`);
  expect(() => parseJson(body)).toThrow('far more values than 1000 entries');
});

it('takes 1000 entries whose texts are full of brackets', () => {
  const entry = JSON.stringify({ user_agent: '[{,"'.repeat(500) });
  const body = Buffer.from(`[${Array.from({ length: 1000 }, () => entry).join(',')}]`);
  expect(parseJson(body)).toHaveLength(1000);
});

it('refuses what is nested too deep, whatever it is for', () => {
  const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
  expect(() => parseJson(nested(MAX_LEVELS))).not.toThrow();
  expect(() => parseJson(nested(MAX_LEVELS + 1))).toThrow(
    'The body is nested more than 10000 levels deep; send a log entry or an array of them',
  );
  expect(() => parseJson(nested(MAX_LEVELS + 1), { expected: 'a JSON object' })).toThrow(
    'levels deep; send a JSON object',
  );
});

it('shows the caller what a body looks like before it parses it', () => {
  const check = (structure: object) => {
    throw new Error(JSON.stringify(structure));
  };
  expect(() => parseJson(Buffer.from('[1,{'), { check })).toThrow(
    '{"levels":2,"elements":2,"values":3}',
  );
});
