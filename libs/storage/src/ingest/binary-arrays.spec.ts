import { createTestDatabase, type TestDatabase } from '@app/testing';
import { BIGINT, binaryArray, DOUBLE, INTEGER, MOMENT, SMALLINT } from './binary-arrays.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const MOST = 2 ** 31 - 1;
const ARRAYS: [string, Parameters<typeof binaryArray>[0], (number | null)[]][] = [
  ['smallint', SMALLINT, [0, 999, -1, null, 32_767]],
  ['integer', INTEGER, [null, 0, 1, -1, MOST, -MOST - 1]],
  ['bigint', BIGINT, [0, 1, 2 ** 32 - 1, 2 ** 32, null, Number.MAX_SAFE_INTEGER]],
  ['float8', DOUBLE, [0, -1.5, null, 1_763_640_000_123.25]],
];

it.each(ARRAYS)('of %s are the same numbers in the database', async (type, number, values) => {
  for (const list of [values, values.slice(0, 1), []]) {
    const array = binaryArray(number, list, (value) => value);
    const sql = `SELECT to_json($1::${type}[]) AS values`;
    const { rows } = await database.pool.query<{ values: unknown[] }>(sql, [array]);
    expect(rows[0]?.values).toEqual(list);
  }
});

it('of moments are the same moments in the database, also those before 2000', async () => {
  const moments = [0, 1, 946_684_799_999, 946_684_800_000, 1_763_640_000_123, -86_400_001];
  const { rows } = await database.pool.query<{ values: Date[] }>(
    'SELECT $1::timestamptz[] AS values',
    [binaryArray(MOMENT, moments, (moment) => moment)],
  );
  expect(rows[0]?.values.map((moment) => moment.getTime())).toEqual(moments);
});
