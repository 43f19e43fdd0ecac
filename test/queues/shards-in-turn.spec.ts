import { randomUUID } from 'node:crypto';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import {
  chooseBackend,
  type LogQueue,
  openLogQueue,
  packEntries,
  shardOfWebsite,
} from '@app/queue';
import { aLogEntry, eventually, undoneAtEnd } from '@app/testing';
import { metricOf } from '../support/metrics.js';
import {
  startSystemOn,
  type QueueName,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const SHARDS = 3;
const SLOTS = 6;
/** Many times as many as there are slots. */
const FLOOD = 60;

function takesFromAll(name: QueueName): void {
  let system: System;
  let tenants: Tenant[];
  let queue: LogQueue;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const env = { QUEUE_SHARDS: `${SHARDS}`, WORKER_CONCURRENCY: `${SLOTS}` };
    system = await startSystemOn(name, { env, worker: false });
    tenants = await tenantsOfShards();
    const backend = chooseBackend(loadConfig(system.env));
    const opened = await openLogQueue(backend, createLogger('test', 'silent'));
    ({ queue } = opened);
    close = undoneAtEnd(() => opened.close());
  });
  afterEach(async () => {
    await close();
    await system.stop();
  });

  /** Creates a website for each shard. */
  async function tenantsOfShards(): Promise<Tenant[]> {
    const found: Tenant[] = [];
    for (let made = 0; found.filter(Boolean).length < SHARDS; made++) {
      const tenant = await system.createTenant({ domain: `${made}.example` });
      found[shardOfWebsite(tenant.website.id, SHARDS)] ??= tenant;
    }
    return found;
  }

  /** Returns how many jobs of each shard were taken. */
  async function taken(): Promise<number[]> {
    const left = await queue.toBeTaken();
    return [...left.values()].map((waiting) => 2 * SLOTS - waiting);
  }

  /** Lets workers write again in any case: one that cannot would not end. */
  async function whileNobodyWrites<Result>(work: () => Promise<Result>): Promise<Result> {
    const holder = await system.database.pool.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE');
      return await work();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }

  const enqueue = ({ account, website }: Tenant, entries: number) =>
    queue.enqueue({
      id: randomUUID(),
      accountId: account.id,
      websiteId: website.id,
      receivedAt: Date.now(),
      entries: packEntries(Array.from({ length: entries }, (_, i) => aLogEntry({ path: `/${i}` }))),
      turn: 'later',
    });

  it('a flood in one shard does not keep the batches of others waiting', async () => {
    const [flood, ...others] = tenants as [Tenant, ...Tenant[]];
    for (let i = 0; i < FLOOD; i++) await enqueue(flood, 300);
    for (const other of others) await enqueue(other, 1);
    await system.startWorker();
    for (const { website } of others) await system.untilVisits(website, 1);
    await system.untilVisits(flood.website, FLOOD * 300);
    // Transactions are numbered in the order in which they began to write.
    const { rows } = await system.database.pool.query<{ account: number }>(
      'SELECT account_id AS account FROM log_batches ORDER BY xmin::text::bigint',
    );
    const lastOfOthers = rows.findLastIndex(({ account }) => account !== flood.account.id);
    expect(lastOfOthers).toBeLessThan(FLOOD / 2);
    // A job ends in the queue after its visits are committed, so a moment after they are seen.
    await eventually(async () => expect(await queue.unfinished()).toEqual([]));
  });

  it('its jobs are bounded in all, and each shard has a part of them', async () => {
    for (let i = 0; i < 2 * SLOTS; i++) for (const tenant of tenants) await enqueue(tenant, 300);
    const status = await whileNobodyWrites(async () => {
      const started = await system.startWorker();
      await eventually(async () =>
        expect((await queue.counts()).active).toBeGreaterThanOrEqual(SLOTS),
      );
      for (const jobs of await taken()) expect(jobs).toBeGreaterThanOrEqual(1);
      // What it takes too much, it takes at once.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const all = (await taken()).reduce((sum, jobs) => sum + jobs, 0);
      expect(all).toBeGreaterThanOrEqual(SLOTS);
      // Each other shard has one, and one more that was on its way when the slots were given away.
      expect(all).toBeLessThanOrEqual(SLOTS + 2 * (SHARDS - 1));
      return started;
    });
    for (const { website } of tenants) await system.untilVisits(website, 2 * SLOTS * 300);
    for (let shard = 1; shard <= SHARDS; shard++)
      expect(await metricOf(status, `botgauge_queue_shard_up{shard="${shard}"}`)).toBe(1);
  });
}

describeOnQueue('a worker of several shards', takesFromAll);
