import {
  aLogEntryInput,
  CHROME,
  countOnNodes,
  eventually,
  GPTBOT,
  TEST_FLAVOUR,
} from '@app/testing';
import pg from 'pg';
import { expectProcessed, ingest } from '../support/http.js';
import { startProcess, type ServiceProcess } from '../support/processes.js';
import { readBots, readSummary } from '../support/reports.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

const BATCHES = 100;
const ENTRIES_A_BATCH = 50;
/** Citus hides shards in the catalogue, and not in the locks. */
const WAITING = `
SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE datname = current_database() AND relation::regclass::text LIKE 'clients_daily%' AND NOT granted`;

let system: System;
const workers: ServiceProcess[] = [];
beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await system.stop();
});

async function startWorker(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const worker = await startProcess('worker', { ...system.env, WORKER_LOCK_SECONDS: '1', ...env });
  workers.push(worker);
  return worker;
}

const one = async (sql: string): Promise<number> =>
  (await system.database.pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
const written = () => one('SELECT count(*)::int AS n FROM log_batches');
const queued = () => one('SELECT count(*)::int AS n FROM bullmq.job');

interface Table {
  name: string;
  port: number;
}

/** Returns the tables that hold the counts of days by client: on Citus they are in many shards. */
async function countsOfDays(): Promise<Table[]> {
  const port = Number(new URL(system.database.url).port);
  if (TEST_FLAVOUR !== 'citus') return [{ name: 'clients_daily', port }];
  const { rows } = await system.database.pool.query<Table>(
    `SELECT shard_name AS name, nodeport AS port FROM citus_shards
     WHERE table_name = 'clients_daily'::regclass ORDER BY shardid`,
  );
  return rows;
}

async function connectTo(port: number): Promise<pg.Client> {
  const url = new URL(system.database.url);
  url.port = String(port);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // Without it Citus lets nobody lock a shard; elsewhere it means nothing.
  await client.query('SET citus.enable_manual_changes_to_shards = on');
  return client;
}

/**
 * Lets no transaction commit: it has its ledger rows and visits, and waits for the counts until it is
 * released.
 */
async function holdWrites() {
  const tables = await countsOfDays();
  const ports = [...new Set(tables.map(({ port }) => port))];
  const holders = await Promise.all(ports.map(connectTo));
  for (const [place, holder] of holders.entries()) {
    const own = tables.filter(({ port }) => port === ports[place]);
    await holder.query(`BEGIN; LOCK TABLE ${own.map(({ name }) => name).join()} IN EXCLUSIVE MODE`);
  }
  const { pool } = system.database;
  return {
    untilReached: () =>
      eventually(async () => expect(await countOnNodes(pool, WAITING)).toBeGreaterThan(0)),
    release: async () => {
      await Promise.all(holders.map((holder) => holder.end()));
    },
  };
}

it('kill -9 of workers in the middle of 100 batches: every entry counts exactly once', async () => {
  const tenant = await system.createTenant();
  for (let batch = 0; batch < BATCHES; batch++) {
    const entries = Array.from({ length: ENTRIES_A_BATCH }, (_, i) =>
      aLogEntryInput({
        timestamp: Date.now(),
        path: `/t/${batch}/${i}`,
        user_agent: i % 5 ? CHROME : GPTBOT,
      }),
    );
    expectProcessed(await ingest(system.base, tenant.botKey, entries), ENTRIES_A_BATCH);
  }
  expect(await queued()).toBe(BATCHES);

  // Each worker stands in the middle of its writes when it is killed.
  for (const enough of [5, 30]) {
    const worker = await startWorker({ WORKER_CONCURRENCY: '2' });
    await eventually(async () => expect(await written()).toBeGreaterThanOrEqual(enough));
    const held = await holdWrites();
    await held.untilReached();
    await worker.kill();
    await held.release();
    expect(await written()).toBeLessThan(BATCHES);
    expect(await queued()).toBeGreaterThan(0);
  }
  await startWorker();
  const visits = BATCHES * ENTRIES_A_BATCH;
  await system.untilVisits(tenant.website, visits);
  await eventually(async () => expect(await queued()).toBe(0));

  expect(await written()).toBe(BATCHES);
  expect(await one('SELECT count(*)::int AS n FROM visit_entries')).toBe(visits);
  expect(await one('SELECT count(DISTINCT path)::int AS n FROM visit_entries')).toBe(visits);
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  expect(await readSummary(reading)).toMatchObject({
    total_visits: visits,
    bot_visits: visits / 5,
    human_visits: (visits / 5) * 4,
    ai_bot_visits: visits / 5,
  });
  expect(await readBots(reading)).toEqual([
    expect.objectContaining({ visits: visits / 5, pages_visited: visits / 5 }),
  ]);
});

it('a batch that is delivered again after it was written changes nothing', async () => {
  const tenant = await system.createTenant();
  const headers = { 'idempotency-key': 'again' };
  const body = [aLogEntryInput(), aLogEntryInput()];
  expectProcessed(await ingest(system.base, tenant.botKey, body, headers), 2);
  await system.untilVisits(tenant.website, 2);
  await eventually(async () => expect(await queued()).toBe(0));
  // The request's lease has run out, so it is queued again under the same batch id.
  await system.database.pool.query(
    "UPDATE idempotency_keys SET state = 'in_progress', lease_until = now() - interval '1 s'",
  );
  expectProcessed(await ingest(system.base, tenant.botKey, body, headers), 2);
  await eventually(async () => expect(await queued()).toBe(0));
  await system.untilVisits(tenant.website, 2);
});
