import { createLogger } from '@app/observability';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { Leader } from './leader.js';
import { createPool } from './pool.js';

const SETTINGS = "SELECT current_setting('timezone') AS timezone, current_setting('jit') AS jit";
const logger = createLogger('test', 'silent');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  // An operator's server may have these settings.
  await database.pool.query(`ALTER DATABASE "${rows[0]?.name}" SET timezone = 'Asia/Tokyo'`);
  await database.pool.query(`ALTER DATABASE "${rows[0]?.name}" SET jit = on`);
});
afterAll(() => database.drop());

/** Runs a statement in a pool of its own, and returns its rows. */
async function ask(text: string): Promise<unknown[]> {
  const settings = { url: database.url, max: 1, name: 'test', statementTimeoutMs: 5_000, logger };
  const pool = createPool(settings);
  const { rows } = await pool.query<object>(text).finally(() => pool.end());
  return rows;
}

describe('A session', () => {
  it('of a pool uses UTC and compiles nothing', async () => {
    expect(await ask(SETTINGS)).toEqual([{ timezone: 'UTC', jit: 'off' }]);
  });

  it('of a pool gives counts and ids as numbers', async () => {
    expect(await ask('SELECT 4294967296::int8 AS id, 1::int4 AS place')).toEqual([
      { id: 4_294_967_296, place: 1 },
    ]);
  });

  it('of upkeep does the same', async () => {
    const leader = new Leader({ url: database.url, lock: 7, name: 'test', logger });
    try {
      const client = await leader.elect();
      const { rows } = (await client?.query(SETTINGS)) ?? { rows: [] };
      expect(rows).toEqual([{ timezone: 'UTC', jit: 'off' }]);
    } finally {
      await leader.resign();
    }
  });
});
