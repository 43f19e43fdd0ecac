import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { aLogEntryInput, aLogpushRecord } from '@app/testing';
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
    'SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths FROM visit_entries WHERE website_id = $1',
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

const RECORDS = 4_500;
/** One part of a delivery, and a piece of the next one. */
const BEFORE_THE_KILL = 1_500;
const FEED = '/api/v1/logs/cloudflare';

/** Begins to send a delivery, and returns a function that waits until its connection is gone. */
function beginToSend(base: string, start: string, headers: Record<string, string>) {
  const sending = request(base + FEED, { method: 'POST', headers });
  const broken = once(sending, 'response').then(
    () => 'answered',
    () => 'broken',
  );
  sending.write(start);
  return () => broken;
}

function countsDeliveriesOnce(queue: QueueName): void {
  let system: System;
  beforeAll(async () => {
    system = await startSystemOn(queue);
  });
  afterAll(() => system.stop());

  it.each([
    ['has a name', { 'idempotency-key': 'delivery-1' }, false],
    ['has an id in each record', {}, true],
  ])('stores a delivery once that %s, although the API was killed', async (_, name, hasIds) => {
    const { website, botKey } = await system.createTenant({ domain: `${hasIds}.example` });
    const doomed = await startProcess('api', system.env);
    const record = (_: unknown, i: number) =>
      aLogpushRecord({
        ClientRequestHost: website.domain,
        ClientRequestURI: `/d/${i}`,
        EdgeStartTimestamp: new Date().toISOString(),
        RayID: hasIds ? `ray-${i}` : undefined,
      });
    const records = Array.from({ length: RECORDS }, record);
    const bodyOf = (some: object[]) => some.map((one) => JSON.stringify(one)).join('\n');
    const headers = { 'x-api-key': botKey, ...name };
    const start = bodyOf(records.slice(0, BEFORE_THE_KILL));
    const untilBroken = beginToSend(doomed.base, start, headers);
    await system.untilVisits(website, 1_000);
    await doomed.kill();
    expect(await untilBroken()).toBe('broken');
    const whole = { method: 'POST', headers, body: bodyOf(records) };
    const answer = await fetch(system.base + FEED, whole);
    expect(await answer.json()).toMatchObject({ processed: RECORDS, rejected: 0 });
    await system.untilVisits(website, RECORDS);
    await expectExact(system, website.id, RECORDS);
  });
}

function workTogether(queue: QueueName): void {
  survivesKills(queue);
  countsDeliveriesOnce(queue);
  sharesTheWork(queue);
}

describeOnQueue('several processes', workTogether);
