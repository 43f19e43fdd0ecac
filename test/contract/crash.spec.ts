import { aLogEntryInput, CHROME, eventually, GPTBOT } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { startProcess, type ServiceProcess } from '../support/processes.js';
import { readBots, readSummary } from '../support/reports.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

const BATCHES = 100;
const ENTRIES_A_BATCH = 50;
/** Any number that nobody else uses. */
const LOCK = 7_777;

let system: System;
const workers: ServiceProcess[] = [];
beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await system.stop();
});

async function startWorker(): Promise<ServiceProcess> {
  const worker = await startProcess('worker', { ...system.env, WORKER_LOCK_SECONDS: '1' });
  workers.push(worker);
  return worker;
}

const one = async (sql: string): Promise<number> =>
  (await system.database.pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
const written = () => one('SELECT count(*)::int AS n FROM log_batches');
const queued = () => one('SELECT count(*)::int AS n FROM bullmq.job');

/**
 * Lets no transaction commit that writes more batches than this: they wait until they are released.
 */
async function holdWritesAt(batches: number) {
  const holder = await system.database.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await holder.query(`
    CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM log_batches) >= ${batches} THEN PERFORM pg_advisory_xact_lock(${LOCK}); END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER hold AFTER INSERT ON log_batches FOR EACH STATEMENT EXECUTE FUNCTION hold()`);
  const waiting = () =>
    one("SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
  return {
    untilReached: () => eventually(async () => expect(await waiting()).toBeGreaterThan(0)),
    // What the dead worker had sent is committed now, and its job comes again.
    release: async () => {
      await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
      await holder.query('DROP TRIGGER hold ON log_batches');
      holder.release();
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
    const held = await holdWritesAt(enough);
    const worker = await startWorker();
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
