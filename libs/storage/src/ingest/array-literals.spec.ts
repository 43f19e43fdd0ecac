import { createTestDatabase, type TestDatabase } from '@app/testing';
import { numberArray, textArray } from './array-literals.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const readBack = async (type: string, literal: string) => {
  const sql = `SELECT to_json($1::${type}[]) AS values`;
  const { rows } = await database.pool.query<{ values: unknown[] }>(sql, [literal]);
  return rows[0]?.values;
};

it.each([
  [[]],
  [['']],
  [[null, 'NULL', 'null', null]],
  [['a"b', 'a\\b', '\\"', '\\\\', '"']],
  [['a,b', '{a}', ' a ', "'a'", 'ä漢😀', '\u00a0', '\ufffd']],
  [['"\t', '\n\\', '"\u0001\\', '"\u007f', '"\u0085\u2028', '"😀\\']],
])('%j are the same texts in the database', async (texts) => {
  const values: (string | null)[] = texts;
  expect(
    await readBack(
      'text',
      textArray(values, (value) => value),
    ),
  ).toEqual(values);
});

it('looks at no quote or backslash of an entry one by one', () => {
  const replace = jest.spyOn(RegExp.prototype, Symbol.replace);
  try {
    expect(textArray(['/"\\"😀'], (value) => value)).toBe('{"/\\"\\\\\\"😀"}');
    expect(replace).not.toHaveBeenCalled();
  } finally {
    replace.mockRestore();
  }
});

it.each([[[]], [[null]], [[0, -1.5, null, 1_763_640_000_123]]])(
  '%j are the same numbers in the database',
  async (numbers) => {
    const values: (number | null)[] = numbers;
    expect(
      await readBack(
        'float8',
        numberArray(values, (value) => value),
      ),
    ).toEqual(values);
  },
);
