import { createLogger } from '@app/observability';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SilentTransactions } from './silent-transactions.js';

const logger = createLogger('test', 'silent');
const STATE = `SELECT state, wait_event FROM pg_stat_activity WHERE pid = $1`;

let database: TestDatabase;
let clients: pg.Client[];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('CREATE TABLE copied (n int)');
});
beforeEach(() => {
  clients = [];
});
afterEach(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))));
afterAll(() => database.drop());

async function connect(name: string) {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  clients.push(client);
  const lost: Promise<unknown> = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  const untilServerReads = (state: string) =>
    eventually(async () => {
      const found = await database.pool.query(STATE, [pid]);
      expect(found.rows).toEqual([{ state, wait_event: 'ClientRead' }]);
    });
  return { client, lost, untilServerReads };
}

/** Begins a COPY, sends some rows, and says nothing more. */
async function copyInSilence(name: string) {
  const session = await connect(name);
  await session.client.query('BEGIN');
  const stream = session.client.query(copyFrom('COPY copied FROM STDIN'));
  const failed: Promise<unknown> = new Promise((resolve) => stream.on('error', resolve));
  stream.write('1\n2');
  await session.untilServerReads('active');
  return { ...session, failed };
}

const end = (seconds: number) =>
  new SilentTransactions({ pool: database.pool, logger, seconds }).end();

it('ends a COPY of a worker in which the server waits for rows, when it is old enough', async () => {
  const { failed } = await copyInSilence('botgauge-worker bots-file=none');
  expect(await end(3_600)).toBe(0);
  expect(await end(0)).toBe(1);
  expect(await failed).toMatchObject({ code: '57P01' });
  expect(await end(0)).toBe(0);
});

it('ends a transaction of the API and of the queue between two statements', async () => {
  for (const name of ['botgauge-api-ingest', 'botgauge-api-reports x', 'botgauge-queue']) {
    const { client, lost, untilServerReads } = await connect(name);
    await client.query('BEGIN');
    await untilServerReads('idle in transaction');
    expect(await end(0)).toBe(1);
    expect(await lost).toMatchObject({ code: '57P01' });
  }
});

it.each(['botgauge-restore', 'botgauge-upkeep', 'botgauge-migrate', 'psql'])(
  'leaves a transaction of %s alone, which may take long',
  async (name) => {
    const { client } = await copyInSilence(name);
    expect(await end(0)).toBe(0);
    expect(client.listenerCount('error')).toBeGreaterThan(0);
  },
);

it('leaves a worker alone whose statement is at work, or who has nothing to do', async () => {
  const idle = await connect('botgauge-worker');
  const busy = await connect('botgauge-worker');
  await busy.client.query('BEGIN');
  const slept = busy.client.query('SELECT pg_sleep(60)').catch((error: unknown) => error);
  await eventually(async () => {
    const sleeping = await database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
    );
    expect(sleeping.rowCount).toBe(1);
  });
  await idle.untilServerReads('idle');
  expect(await end(0)).toBe(0);
  await database.pool.query(
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
  );
  expect(await slept).toMatchObject({ code: '57014' });
});
