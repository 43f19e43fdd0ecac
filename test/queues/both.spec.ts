import { aLogEntryInput, describeOnRedis, eventually, FakeClock, GPTBOT } from '@app/testing';
import { get, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { type QueueName, startSystemOn, type System } from '../support/system-on-queue.js';

const STEPS = ['decode', 'split', 'websites', 'classify', 'pages', 'names', 'write'];

function acceptsAndCounts(queue: QueueName): void {
  let system: System;
  beforeAll(async () => {
    system = await startSystemOn(queue, { clock: FakeClock.at('2026-11-20T15:30:00Z') });
  });
  afterAll(() => system.stop());

  it('shows what was sent', async () => {
    const { website, apiKey, botKey } = await system.createTenant();
    const entries = [aLogEntryInput(), aLogEntryInput({ user_agent: GPTBOT, path: '/a' })];
    expect((await ingest(system.base, botKey, entries)).status).toBe(200);
    await system.untilVisits(website, 2);
    const summary = await get(system.base, `/websites/${website.public_id}/summary`, apiKey);
    expect(summary.body.data).toMatchObject({ total_visits: 2, ai_bot_visits: 1 });
  });

  it('stores a repeated request once', async () => {
    const { website, botKey } = await system.createTenant({ domain: 'repeated.example' });
    const send = () =>
      ingest(system.base, botKey, [aLogEntryInput()], { 'idempotency-key': 'once' });
    await Promise.all([send(), send(), send()]);
    expect((await send()).status).toBe(200);
    const other = [aLogEntryInput({ path: '/other' })];
    await ingest(system.base, botKey, other);
    await system.untilVisits(website, 2);
  });

  it('is ready, and counts the jobs of its queue', async () => {
    const ready = await fetch(`${system.base}/readyz`);
    expect(ready.status).toBe(200);
    const metrics = await (await fetch(`${system.base}/metrics`)).text();
    expect(metrics).toMatch(/botgauge_queue_jobs\{state="waiting"\} \d/);
  });

  it('tells how long the steps and the transactions of its worker took', async () => {
    const { website, botKey } = await system.createTenant({ domain: 'timed.example' });
    await ingest(system.base, botKey, [aLogEntryInput()]);
    await system.untilVisits(website, 1);
    const worker = `http://127.0.0.1:${system.statusPort}`;
    for (const step of STEPS) {
      const name = `botgauge_step_seconds_count{step="${step}"}`;
      await eventually(async () => expect(await metricOf(worker, name)).toBeGreaterThan(0));
    }
    const transactions = 'botgauge_visits_write_seconds_count';
    await eventually(async () => expect(await metricOf(worker, transactions)).toBeGreaterThan(0));
  });

  it('uses the queue it was told to use', async () => {
    const { rows } = await system.database.pool.query<{ used: boolean }>(
      'SELECT EXISTS (SELECT FROM bullmq.event) AS used',
    );
    expect(rows[0]?.used).toBe(queue === 'postgres');
  });
}

describe('queue in PostgreSQL', () => acceptsAndCounts('postgres'));
describeOnRedis('queue in Redis', () => acceptsAndCounts('redis'));
