import { randomUUID } from 'node:crypto';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, type LogQueue, openLogQueue, packEntries, type Turn } from '@app/queue';
import { aLogEntry, describeOnRedis, eventually, undoneAtEnd } from '@app/testing';
import type { PoolClient } from 'pg';
import { metricOf } from '../support/metrics.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';

/** As many as the transactions in which a worker stores batches at the same time. */
const SLOTS = 2;

function takesWhatComesFirst(name: QueueName): void {
  let system: System;
  let noisy: Tenant;
  let quiet: Tenant;
  let queue: LogQueue;
  let holder: PoolClient;
  let close: () => Promise<void>;
  beforeAll(async () => {
    system = await startSystemOn(name, { env: { WORKER_CONCURRENCY: `${SLOTS}` } });
    noisy = await system.createTenant();
    quiet = await system.createTenant({ domain: 'quiet.example' });
    const backend = chooseBackend(loadConfig(system.env));
    const opened = await openLogQueue(backend, createLogger('test', 'silent'));
    ({ queue } = opened);
    holder = await system.database.pool.connect();
    close = undoneAtEnd(async () => {
      holder.release();
      await opened.close();
    });
  });
  afterAll(async () => {
    await close();
    await system.stop();
  });

  const enqueue = (id: string, { account, website }: Tenant, turn: Turn) => {
    const ids = { id, accountId: account.id, websiteId: website.id };
    return queue.enqueue({
      ...ids,
      receivedAt: Date.now(),
      entries: packEntries([aLogEntry()]),
      turn,
    });
  };

  it('while batches that come later hold all slots, connections and locks', async () => {
    await enqueue(randomUUID(), noisy, 'later');
    await system.untilVisits(noisy.website, 1);
    // The worker's transactions wait for the end of this one, because they add to the same counts.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM host_keys_daily WHERE website_id = $1 FOR UPDATE', [
      noisy.website.id,
    ]);
    for (let slot = 0; slot < SLOTS; slot++) {
      await enqueue(randomUUID(), noisy, 'later');
      await eventually(async () => expect(await queue.waiting()).toBe(0));
    }
    await enqueue(randomUUID(), noisy, 'later');
    await enqueue(randomUUID(), quiet, 'first');
    await system.untilVisits(quiet.website, 1);
    const status = `http://127.0.0.1:${system.statusPort}`;
    expect(await metricOf(status, 'botgauge_spare_jobs_total')).toBe(1);
    expect(await queue.lines()).toMatchObject({ first: 0, later: 1 });
  });

  it('and stores the others when these can go on', async () => {
    await holder.query('ROLLBACK');
    await system.untilVisits(noisy.website, 1 + SLOTS + 1);
    await eventually(async () => expect(await queue.unfinished()).toEqual([]));
  });
}

describe('a worker takes batches that come first from PostgreSQL', () =>
  takesWhatComesFirst('postgres'));
describeOnRedis('a worker takes batches that come first from Redis', () =>
  takesWhatComesFirst('redis'),
);
