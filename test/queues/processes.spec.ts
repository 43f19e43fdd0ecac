import { setTimeout as sleep } from 'node:timers/promises';
import { aLogEntryInput } from '@app/testing';
import { get, ingest } from '../support/http.js';
import { inLanes } from '../support/in-lanes.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { type QueueName, startSystemOn, type System } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const BATCHES = 100;
const ENTRIES = 50;

const batch = (number: number) =>
  Array.from({ length: ENTRIES }, (_, i) => aLogEntryInput({ path: `/t/${number}/${i}` }));

/** Expects exactly the number of rows that were sent, and no path twice. */
async function expectExact(system: System, websiteId: number, sent: number): Promise<void> {
  const { rows } = await system.database.pool.query(
    'SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths FROM visits WHERE website_id = $1',
    [websiteId],
  );
  expect(rows).toEqual([{ visits: sent, paths: sent }]);
}

function survivesKills(queue: QueueName): void {
  it('stores 100 batches once, although workers are killed while they work on them', async () => {
    const system = await startSystemOn(queue, { worker: false, env: { WORKER_LOCK_SECONDS: '1' } });
    const { website, botKey } = await system.createTenant();
    for (let i = 0; i < BATCHES; i++) {
      expect((await ingest(system.base, botKey, batch(i))).status).toBe(200);
    }
    // Each worker is killed a little later in its work than the one before.
    for (const delay of [0, 40, 80]) {
      const doomed = await startProcess('worker', system.env);
      await sleep(delay);
      await doomed.kill();
    }
    const last = await startProcess('worker', system.env);
    await system.untilVisits(website, BATCHES * ENTRIES);
    await expectExact(system, website.id, BATCHES * ENTRIES);
    await last.stop();
    await system.stop();
  });
}

function sharesTheWork(queue: QueueName): void {
  // One API and one worker run in this process, the others in processes of their own.
  let system: System;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  const baseOf = (number: number) => (number % 2 ? system.base : api.base);
  beforeAll(async () => {
    system = await startSystemOn(queue);
    const start = (app: 'api' | 'worker') => startProcess(app, system.env);
    [api, worker] = await Promise.all([start('api'), start('worker')]);
  });
  afterAll(async () => {
    const statuses = await Promise.all([api.stop(), worker.stop()]);
    await system.stop();
    expect(statuses).toEqual([0, 0]);
  });

  it('two APIs and two workers count exactly', async () => {
    const { website, botKey } = await system.createTenant();
    const sent = await inLanes(BATCHES, (i) => ingest(baseOf(i), botKey, batch(i)));
    for (const { status } of sent) expect(status).toBe(200);
    await system.untilVisits(website, BATCHES * ENTRIES);
    await expectExact(system, website.id, BATCHES * ENTRIES);
  });

  it('two APIs share one limit', async () => {
    const { apiKey } = await system.createTenant({ apiRate: 60, domain: 'limited.example' });
    const answers = await inLanes(100, (i) => get(baseOf(i), '/websites', apiKey));
    const passed = answers.filter(({ status }) => status === 200).length;
    const limited = answers.filter(({ status }) => status === 429).length;
    expect({ passed, limited }).toEqual({ passed: 60, limited: 40 });
  });
}

function workTogether(queue: QueueName): void {
  survivesKills(queue);
  sharesTheWork(queue);
}

describeOnQueue('several processes', workTogether);
