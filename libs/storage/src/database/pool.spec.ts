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

describe('A session', () => {
  it('of a pool uses UTC and compiles nothing', async () => {
    const pool = createPool({
      url: database.url,
      max: 1,
      name: 'test',
      statementTimeoutMs: 5_000,
      logger,
    });
    const { rows } = await pool.query(SETTINGS).finally(() => pool.end());
    expect(rows).toEqual([{ timezone: 'UTC', jit: 'off' }]);
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
