import { createTestDatabase, type TestDatabase } from '@app/testing';
import { unpackHours, unpackPages, unpackSets } from './unpack.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Packs columns as the schema does. */
async function packed(...columns: number[][]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const column of columns) {
    const { rows } = await database.pool.query<{ packed: Buffer }>(
      'SELECT packed($1::bigint[]) AS packed',
      [column],
    );
    parts.push(rows[0]?.packed as Buffer);
  }
  return Buffer.concat(parts);
}
const of = (numbers: Iterable<number> | undefined) => numbers && [...numbers];

/** Columns of zeros. */
const zeros = (columns: number, length: number) =>
  Array.from({ length: columns }, () => Array.from({ length }, () => 0));

describe('Packed digests', () => {
  it.each([
    [[0, 1, 127, -128, -1]],
    [[128, -129, 32_767, -32_768, 5]],
    [[32_768, -32_769, 2_147_483_647, -2_147_483_648]],
    [[2_147_483_648, 9_007_199_254_740_991, 0, 1]],
    [[255, 256, 65_535, 65_536]],
  ])('have numbers of any size: %j', async (numbers) => {
    const steps = numbers.map(() => 1);
    const bytes = await packed(steps, numbers, ...zeros(9, numbers.length));
    const { positions, counts } = unpackPages(bytes);
    expect(of(positions)).toEqual(numbers.map((_, at) => at + 1));
    expect(of(counts.bot_visits)).toEqual(numbers);
    expect(Object.keys(counts)).toEqual(['bot_visits']);
  });

  it('have positions that begin anew for each bot, and leave out counts that are 0', async () => {
    const bytes = await packed(
      [7, 12],
      [2, 3],
      [0, 40_000, 3, 1, 1],
      [1, 2, 3, 4, 5],
      ...zeros(4, 5),
    );
    const sets = unpackSets(bytes);
    expect(of(sets.bots)).toEqual([7, 12]);
    expect(of(sets.ends)).toEqual([2, 5]);
    expect(of(sets.positions)).toEqual([0, 40_000, 3, 4, 5]);
    expect(of(sets.counts.visits)).toEqual([1, 2, 3, 4, 5]);
    expect(sets.counts.error_visits).toBeUndefined();
  });

  it('may be empty', async () => {
    const bytes = await packed([], [], [], ...zeros(6, 0));
    expect(unpackHours(bytes)).toMatchObject({ counts: {} });
    expect(of(unpackHours(bytes).positions)).toEqual([]);
  });
});
