// A batch in the ledger that a transaction holds whose worker may be gone.
import { randomUUID } from 'node:crypto';
import type { Freshness } from '@app/contracts';
import { packEntries } from '@app/queue';
import { aLogEntry, aLogEntryInput, eventually, TEST_FLAVOUR } from '@app/testing';
import { get, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { openSystemQueue } from '../support/open-queue.js';
import { describeOnQueue, startSystem, type System, type Tenant } from '../support/system.js';

const PLAIN =
  'INSERT INTO log_batches (id, account_id, entries, received_at) VALUES ($1, $2, 1, now())';
const CITUS = `INSERT INTO log_batches (id, account_id, entries, received_at, website_id)
  VALUES ($1, $2, 1, now(), $3)`;

describeOnQueue('a batch that another transaction holds', () => {
  let system: System;
  let tenant: Tenant;
  beforeAll(async () => {
    system = await startSystem({ worker: false });
    tenant = await system.createTenant();
  });
  afterAll(() => system.stop());

  /** Holds the row of a batch, as a worker does that has begun to write it. */
  async function hold(batch: string): Promise<() => Promise<void>> {
    const client = await system.database.pool.connect();
    const values = [batch, tenant.account.id, tenant.website.id];
    await client.query('BEGIN');
    await (TEST_FLAVOUR === 'citus'
      ? client.query(CITUS, values)
      : client.query(PLAIN, values.slice(0, 2)));
    return async () => {
      await client.query('ROLLBACK');
      client.release();
    };
  }

  const freshness = async () =>
    (await get(system.base, '/freshness', tenant.apiKey)).body.data as Freshness;

  it('keeps no other batch waiting, is not counted as fresh, and is stored when it is free', async () => {
    const { logQueue, queue, close } = await openSystemQueue(system.env);
    const id = randomUUID();
    const release = await hold(id);
    const { account, website } = tenant;
    const ids = { id, accountId: account.id, websiteId: website.id };
    const entries = packEntries([aLogEntry({ host: website.domain })]);
    await logQueue.enqueue({ ...ids, receivedAt: Date.now(), entries, turn: 'first' });
    for (let batch = 0; batch < 3; batch++)
      await ingest(system.base, tenant.botKey, [aLogEntryInput({ host: website.domain })]);
    const status = await system.startWorker();
    await system.untilVisits(website, 3);
    await eventually(async () =>
      expect((await queue.getJob(id))?.progress).toEqual({ held: true }),
    );
    await eventually(async () => {
      expect((await freshness()).behind_seconds).toBeGreaterThan(0);
      expect(await metricOf(status, 'botgauge_queue_oldest_job_seconds')).toBeGreaterThan(0);
    });
    await ingest(system.base, tenant.botKey, [aLogEntryInput({ host: website.domain })]);
    await system.untilVisits(website, 4);
    await release();
    await system.untilVisits(website, 5);
    await eventually(async () => expect((await freshness()).behind_seconds).toBe(0));
    await close();
  });
});
