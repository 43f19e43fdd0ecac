import { createLogger } from '@app/observability';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';
import type pg from 'pg';
import { Leader } from './leader.js';
import { createPool } from './pool.js';
import { withClient } from './with-client.js';

const SETTINGS = "SELECT current_setting('timezone') AS timezone, current_setting('jit') AS jit";
const KEEPALIVES = `SELECT current_setting('tcp_keepalives_idle') AS idle,
  current_setting('tcp_keepalives_interval') AS interval, current_setting('tcp_keepalives_count') AS count`;
const COMPRESSION = "SELECT current_setting('default_toast_compression') AS compression";
const KNOWS_LZ4 = `SELECT 'lz4' = ANY (enumvals) AS known FROM pg_settings
WHERE name = 'default_toast_compression'`;
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
async function ask(text: string, limitsTransactions?: boolean): Promise<unknown[]> {
  const settings = { url: database.url, max: 1, name: 'test', statementTimeoutMs: 5_000, logger };
  const pool = createPool({ ...settings, limitsTransactions });
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

  it('of a pool compresses by LZ4 where the server can do that, unless the operator chose', async () => {
    const [lz4] = (await ask(KNOWS_LZ4)) as { known: boolean }[];
    expect(await ask(COMPRESSION)).toEqual([{ compression: lz4?.known ? 'lz4' : 'pglz' }]);
    const [named] = (await ask('SELECT current_database() AS name')) as { name: string }[];
    const choose = `ALTER DATABASE "${named?.name}" SET default_toast_compression`;
    await database.pool.query(`${choose} = 'pglz'`);
    try {
      expect(await ask(COMPRESSION)).toEqual([{ compression: 'pglz' }]);
    } finally {
      await database.pool.query(`ALTER DATABASE "${named?.name}" RESET default_toast_compression`);
    }
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

  it('of a pool ends when the host of its client is gone', async () => {
    expect(await ask(KEEPALIVES)).toEqual([{ idle: '10', interval: '5', count: '3' }]);
    expect(await ask("SELECT current_setting('tcp_user_timeout') AS ms")).toEqual([
      { ms: '25000' },
    ]);
  });

  it('of a process that serves has a limit for transactions, where the server knows one', async () => {
    const { rows } = await database.pool.query<{ knows: boolean }>(
      "SELECT current_setting('server_version_num')::int >= 170000 AS knows",
    );
    const limit = "SELECT current_setting('transaction_timeout', true) AS most";
    expect(await ask(limit, true)).toEqual([{ most: rows[0]?.knows ? '35s' : null }]);
    expect(await ask(limit)).toEqual([{ most: rows[0]?.knows ? '0' : null }]);
  });

  it('of a command has no limit for what the client has not read', async () => {
    const text = "SELECT current_setting('tcp_user_timeout') AS ms";
    const work = async (client: pg.Client) =>
      [await client.query<object>(KEEPALIVES), await client.query<object>(text)].map(
        ({ rows }) => rows[0],
      );
    expect(await withClient(database.url, 'test', work)).toEqual([
      { idle: '10', interval: '5', count: '3' },
      { ms: '0' },
    ]);
  });

  it('of upkeep ends when it says nothing for long, and another process takes over', async () => {
    const settings = { url: database.url, lock: 8, name: 'test', logger };
    const silent = new Leader({ ...settings, silenceMs: 2_000 });
    const next = new Leader(settings);
    try {
      expect(await silent.elect()).toBeDefined();
      await eventually(async () => expect(await next.elect()).toBeDefined());
    } finally {
      await Promise.all([silent.resign(), next.resign()]);
    }
  });
});
