import { aLogEntryInput, eventually } from '@app/testing';
import { expectError, expectProcessed, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { startProcess } from '../support/processes.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

function protectsSmallAccounts(queue: QueueName): void {
  let system: System;
  let noisy: Tenant;
  let quiet: Tenant;
  let accepted = 0;
  beforeAll(async () => {
    const env = { QUEUE_MAX_WAITING_JOBS: '10', WORKER_CONCURRENCY: '1' };
    system = await startSystemOn(queue, { worker: false, env });
    noisy = await system.createTenant();
    quiet = await system.createTenant({ domain: 'quiet.example' });
  });
  afterAll(() => system.stop());

  const send = ({ botKey }: Tenant, entries: number) =>
    ingest(
      system.base,
      botKey,
      Array.from({ length: entries }, () => aLogEntryInput()),
    );

  it('refuses the account that filled the queue, and still takes batches of another', async () => {
    await eventually(async () => {
      const { status } = await send(noisy, 300);
      if (status === 200) accepted++;
      expect(status).toBe(503);
    });
    expectProcessed(await send(quiet, 1), 1);
    expectError(await send(noisy, 1), 'SERVICE_UNAVAILABLE', /Too many batches wait/);
    const byShare = await metricOf(system.base, 'botgauge_requests_refused_by_share_total');
    expect(byShare).toBeGreaterThanOrEqual(2);
    const turns = ['first', 'later'].map((turn) =>
      metricOf(system.base, `botgauge_batches_queued_total{turn="${turn}"}`),
    );
    expect(await Promise.all(turns)).toEqual([1, accepted]);
  });

  it('refuses everybody when the queue is over its limit by half', async () => {
    await eventually(async () => expect((await send(quiet, 1)).status).toBe(503));
  });

  it('stores the batches of the small account first, and loses none of the other', async () => {
    const worker = await startProcess('worker', system.env);
    await system.untilVisits(noisy.website, accepted * 300);
    await worker.stop();
    // Transactions are numbered in the order in which they began to write.
    const { rows } = await system.database.pool.query<{ account: number }>(
      'SELECT account_id AS account FROM log_batches ORDER BY xmin::text::bigint',
    );
    const order = rows.map(({ account }) => account);
    const quietOnes = order.filter((account) => account === order[0]).length;
    expect(order.slice(quietOnes)).toEqual(Array.from({ length: accepted }, () => order.at(-1)));
    expect(order[0]).not.toBe(order.at(-1));
  });
}

describeOnQueue('turns by account', protectsSmallAccounts);
