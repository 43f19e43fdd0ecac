import { MAX_LEVELS, parseJson, structureOf } from './parse-json.js';

const EXPECTED = 'a JSON object';
const parse = (body: string | Buffer) => parseJson(Buffer.from(body), { expected: EXPECTED });
const invalid = (message: string) => ({ refusal: { code: 'INVALID_JSON', message } });

it.each([
  ['[]', []],
  ['{"a":1}', { a: 1 }],
  [' \n[1]\t', [1]],
  ['null', null],
  ['"x"', 'x'],
  ['\ufeff{"a":1}', { a: 1 }],
  ['{"a":1,"a":2}', { a: 2 }],
])('reads %j', (text, value) => {
  expect(parse(text)).toEqual({ value });
});

it('replaces bytes that are not UTF-8', () => {
  expect(parse(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ value: '\ufffd' });
});

it('makes __proto__ a field like any other', () => {
  const parsed = parse('{"__proto__":{"polluted":true}}') as { value: object };
  expect(Object.keys(parsed.value)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});

it.each(['', ' ', '\ufeff'])('refuses %j as empty', (text) => {
  expect(parse(text)).toEqual(invalid('The body is empty; send a JSON object'));
});

it.each(['{', '[1,]', "{'a':1}", 'NaN', 'undefined', '[1][2]', '{"a":"secret"', '\ufeff\ufeff[]'])(
  'refuses %j without repeating it',
  (text) => {
    expect(parse(text)).toEqual(invalid('The body is not valid JSON; send a JSON object'));
  },
);

it.each(['{}', '[]', '1'])('refuses 10 MiB of %s before it makes values of them', (value) => {
  expect(parse(`[${`${value},`.repeat(3_000_000)}{}]`)).toEqual({
    refusal: {
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The body has more than 64000 values; send it in parts. Nothing was stored',
    },
  });
});

describe('when only the fields of entries are read', () => {
  const flat = (text: string) => parseJson(Buffer.from(text), { expected: EXPECTED, flat: true });
  const many = (names: number) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: names }, (_, i) => [`"]}{[,\\${i}`, i])),
    );

  it.each([
    [
      'an entry',
      (params: string) => `{"a":1,"query_params":${params},"b":"}"}`,
      { a: 1, query_params: {}, b: '}' },
    ],
    [
      'an array',
      (params: string) => `[{"a":[${params},2]},{"query_params":${params}},[${params}],3]`,
      [{ a: [] }, { query_params: {} }, [{}], 3],
    ],
  ])(
    'empties what is nested in the fields of %s when there is very much of it',
    (_, body, value) => {
      expect(flat(body(many(100_000)))).toEqual({ value });
    },
  );

  it('keeps what is nested in an ordinary body', () => {
    const params = many(1_000);
    expect(flat(`{"query_params":${params}}`)).toEqual({
      value: { query_params: JSON.parse(params) },
    });
  });

  it('refuses very many fields, also of a short body', () => {
    const short = `{${Array.from({ length: 70_000 }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`;
    expect(short.length).toBeLessThan(1024 * 1024);
    expect(flat(short)).toMatchObject({ refusal: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it('still refuses what is not closed', () => {
    expect(flat(`[{"query_params":${many(100_000)}`)).toMatchObject({
      refusal: { code: 'INVALID_JSON' },
    });
    expect(flat(`[{"query_params":${many(100_000).slice(0, -1)}`)).toHaveProperty('refusal');
  });
});

it('takes 1000 entries whose texts are full of brackets', () => {
  const entry = JSON.stringify({ user_agent: '[{,"'.repeat(500) });
  const text = `[${Array.from({ length: 1000 }, () => entry).join(',')}]`;
  expect(parse(text)).toHaveProperty('value.length', 1000);
});

it('refuses what is nested too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(parse(nested(MAX_LEVELS))).toHaveProperty('value');
  expect(parse(nested(MAX_LEVELS + 1))).toEqual(
    invalid('The body is nested more than 10000 levels deep; send a JSON object'),
  );
});

it('shows the caller what a body looks like before it is parsed', () => {
  const check = (structure: object) => ({
    code: 'PAYLOAD_TOO_LARGE' as const,
    message: JSON.stringify(structure),
  });
  expect(parseJson(Buffer.from('[1,{'), { expected: EXPECTED, check })).toEqual({
    refusal: { code: 'PAYLOAD_TOO_LARGE', message: '{"levels":2,"elements":2,"values":3}' },
  });
});

describe('structureOf', () => {
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
});
