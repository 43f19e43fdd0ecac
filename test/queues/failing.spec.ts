import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, LOG_JOB, LOG_QUEUE, LogQueue, QueueModule } from '@app/queue';
import {
  aLogEntryInput,
  describeOnRedis,
  eventually,
  changeVisits,
  REFUSE_POISON,
} from '@app/testing';
import { Queue } from 'bullmq';
import {
  ALL_SHARDS,
  Progress,
  watchProgress,
} from '../../apps/worker/src/health/watch-progress.js';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { startRedisServer } from '../support/servers/redis.js';
import { ingest } from '../support/http.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const logger = createLogger('test', 'silent');

/** A queue of its own on the stores of a system. */
async function openQueue(system: System) {
  const backend = chooseBackend(loadConfig(system.env));
  const module = QueueModule.with(backend, logger);
  const app: INestApplicationContext = await NestFactory.createApplicationContext(module, {
    logger: false,
  });
  return {
    logQueue: app.get(LogQueue),
    queue: app.get<Queue>(getQueueToken(LOG_QUEUE)),
    close: async () => {
      await app.close();
      await backend.close();
    },
  };
}

function keepsWhatFails(name: QueueName): void {
  let system: System;
  let tenant: Tenant;
  let opened: Awaited<ReturnType<typeof openQueue>>;
  beforeAll(async () => {
    system = await startSystemOn(name);
    tenant = await system.createTenant();
    opened = await openQueue(system);
    await changeVisits(system.database.pool, REFUSE_POISON);
  });
  afterAll(async () => {
    await opened.close();
    await system.stop();
  });

  const dead = async () =>
    (await system.database.pool.query('SELECT * FROM dead_entries ORDER BY position')).rows as {
      id: string;
      kind: string;
      batch_id: string;
      position: number | null;
    }[];
  const metrics = async () => (await fetch(`http://127.0.0.1:${system.statusPort}/metrics`)).text();

  it('stores 999 entries and keeps the poison one with its reason', async () => {
    const entries = Array.from({ length: 1_000 }, (_, i) =>
      aLogEntryInput({ path: i === 618 ? '/poison' : `/${i}` }),
    );
    expect((await ingest(system.base, tenant.botKey, entries)).status).toBe(200);
    await system.untilVisits(tenant.website, 999);
    await eventually(async () => expect(await dead()).toHaveLength(1));
    expect(await dead()).toMatchObject([{ kind: 'entry', position: 618, sqlstate: '23514' }]);
    await eventually(async () => {
      const { active, failed } = await opened.logQueue.counts();
      expect({ active, failed }).toEqual({ active: 0, failed: 0 });
    });
    const text = await metrics();
    expect(text).toMatch(/^botgauge_entries_total\{outcome="stored"\} 999$/m);
    expect(text).toMatch(/^botgauge_entries_total\{outcome="dead"\} 1$/m);
    expect(text).toMatch(/^botgauge_jobs_total\{outcome="stored"\} 1$/m);
    expect(text).toMatch(/^botgauge_dead_entries\{kind="entry"\} 1$/m);
    expect(text).toMatch(/^botgauge_queue_oldest_job_seconds 0$/m);
    expect(text).toMatch(/^botgauge_classification_cache_misses_total 1$/m);
  });

  it('stores a dead entry once when it is replayed, also when the replay is cut short and repeated', async () => {
    const [row] = (
      await system.database.pool.query<Record<string, unknown>>('SELECT * FROM dead_entries')
    ).rows;
    await system.database.pool.query('ALTER TABLE visits DROP CONSTRAINT no_poison');
    const replay = async () => {
      const { status, stderr } = await runCommand(['dead', 'replay', '--all'], { env: system.env });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    };
    await replay();
    await system.untilVisits(tenant.website, 1_000);
    expect(await dead()).toEqual([]);
    // As if the row had not been deleted: its batch is in the ledger by now.
    const columns = Object.keys(row ?? {});
    await system.database.pool.query(
      `INSERT INTO dead_entries (${columns.join()}) VALUES (${columns.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row ?? {}),
    );
    await replay();
    await eventually(async () =>
      expect(await metrics()).toMatch(/^botgauge_jobs_total\{outcome="duplicate"\} 1$/m),
    );
    await system.untilVisits(tenant.website, 1_000);
    expect(await dead()).toEqual([]);
  });

  it('keeps a job that cannot be read, not in the failed set', async () => {
    const jobId = randomUUID();
    await opened.queue.add(LOG_JOB, { v: 1, foreign: true }, { jobId, attempts: 5 });
    await eventually(async () =>
      expect(await dead()).toContainEqual(
        expect.objectContaining({ kind: 'job', batch_id: jobId }),
      ),
    );
    await eventually(async () => expect((await opened.logQueue.counts()).active).toBe(0));
    expect((await opened.logQueue.counts()).failed).toBe(0);
  });
}

describeOnQueue('what fails', keepsWhatFails);

function noticesStandstill(name: QueueName): void {
  let system: System;
  let opened: Awaited<ReturnType<typeof openQueue>>;
  let ended: number;
  let stop: () => void;
  let now: number;
  /** How often the queue was looked at. */
  let looks: number;
  beforeAll(async () => {
    system = await startSystemOn(name, { worker: false });
    opened = await openQueue(system);
  });
  beforeEach(() => {
    ended = now = looks = 0;
  });
  afterEach(async () => {
    stop();
    await opened.queue.resume();
    await opened.queue.drain(true);
  });
  afterAll(async () => {
    await opened.close();
    await system.stop();
  });

  const STUCK_AFTER_MS = 600;
  const watch = (progress = new Progress(() => now)) => {
    const onStuck = () => ended++;
    const queue = {
      toBeTaken: async () => {
        const waiting = await opened.logQueue.toBeTaken();
        looks++;
        return waiting;
      },
    };
    stop = watchProgress({ queue, progress, stuckAfterMs: STUCK_AFTER_MS, logger, onStuck });
  };
  const add = (delay = 0) => opened.queue.add(LOG_JOB, {}, { jobId: randomUUID(), delay });
  /** Lets several times as long pass as a standstill may last, and the queue be looked at. */
  const passLong = async (meanwhile: () => void = () => undefined) => {
    for (let half = 0; half < 8; half++) {
      meanwhile();
      now += STUCK_AFTER_MS / 2;
      const before = looks;
      // The first of them may have begun before.
      await eventually(() => expect(looks).toBeGreaterThan(before + 1));
    }
  };
  const untilEnded = (meanwhile: () => void = () => undefined) =>
    eventually(() => {
      meanwhile();
      now += STUCK_AFTER_MS / 2;
      expect(ended).toBe(1);
    });

  it('ends a worker that takes none of the waiting batches, once', async () => {
    await add();
    watch();
    await untilEnded();
    now += 4 * STUCK_AFTER_MS;
    // Several looks would be due by then.
    await new Promise((resolve) => setTimeout(resolve, STUCK_AFTER_MS));
    expect(ended).toBe(1);
  });

  /** A worker that has a job of this shard under way, until the test is over. */
  const workingOn = (
    shard: Parameters<Progress['during']>[0],
    how: (work: () => void) => Promise<unknown>,
  ) => {
    const progress = new Progress(() => now);
    return progress.during(shard, async () => {
      watch(progress);
      await how(() => progress.made());
    });
  };

  it('leaves a worker that works, however long the queue', async () => {
    await add();
    await workingOn(opened.queue.name, passLong);
    expect(ended).toBe(0);
  });

  it('leaves a worker that has taken a job alone', async () => {
    await add();
    await workingOn(ALL_SHARDS, passLong);
    expect(ended).toBe(0);
  });

  it('ends a worker that works for other shards only', async () => {
    await add();
    await workingOn('log-jobs-2', untilEnded);
  });

  it('leaves a worker alone while nothing waits, all is postponed, or the queue is paused', async () => {
    watch();
    await passLong();
    await add(600_000);
    await passLong();
    await opened.queue.pause();
    await add();
    await passLong();
    expect(ended).toBe(0);
    await opened.queue.resume();
    await untilEnded();
  });
}

describeOnQueue('a standstill', noticesStandstill);

describeOnRedis('a scrape while the queue is silent', () => {
  it('answers without the gauges of the queue', async () => {
    const redis = await startRedisServer();
    const system = await startSystemOn('redis', { env: { REDIS_URL: redis.url } });
    const scrape = async () =>
      (await fetch(`http://127.0.0.1:${system.statusPort}/metrics`)).text();
    expect(await scrape()).toMatch(/^botgauge_store_up\{store="queue"\} 1$/m);
    redis.freeze();
    const text = await scrape();
    redis.thaw();
    expect(text).toMatch(/^botgauge_store_up\{store="queue"\} 0$/m);
    expect(text).toMatch(/^botgauge_store_up\{store="database"\} 1$/m);
    expect(text).toMatch(/^botgauge_dead_entries\{kind="entry"\} 0$/m);
    expect(text).not.toMatch(/^botgauge_queue_(jobs|oldest)/m);
    await system.stop();
    await redis.stop();
  });
});

/** One for each queue: that of log jobs, and that of webhooks. */
const LISTENERS = 2;

describe('a LISTEN connection that is terminated', () => {
  it('comes back, and new batches are taken soon, also while another one is postponed', async () => {
    const system = await startSystemOn('postgres');
    const { website, botKey } = await system.createTenant();
    const { queue, close } = await openQueue(system);
    // While a batch is delayed BullMQ would sleep until its time.
    await queue.add(LOG_JOB, {}, { jobId: randomUUID(), delay: 3_600_000 });
    const { pool } = system.database;
    const listening = async () =>
      (
        await pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%LISTEN bullmq_jobs%'`,
        )
      ).rows.map(({ pid }) => pid);
    for (let round = 1; round <= 3; round++) {
      const before = await eventually(async () => {
        const pids = await listening();
        expect(pids).toHaveLength(LISTENERS);
        return pids;
      });
      await pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [
        before,
      ]);
      await ingest(system.base, botKey, [aLogEntryInput()]);
      await system.untilVisits(website, round);
      await eventually(async () => {
        const after = await listening();
        expect(after).toHaveLength(LISTENERS);
        for (const pid of before) expect(after).not.toContain(pid);
      });
    }
    await close();
    await system.stop();
  });

  it('does not keep new batches waiting when its word is lost', async () => {
    const system = await startSystemOn('postgres');
    const { queue, close } = await openQueue(system);
    const delay = 3_600_000;
    const [postponed, silent] = [randomUUID(), randomUUID()];
    for (const jobId of [postponed, silent])
      await queue.add(LOG_JOB, { v: 1, foreign: true }, { jobId, delay });
    // By then the worker has looked, and sleeps until the next delayed batch is due.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    const { pool } = system.database;
    await pool.query(
      "UPDATE bullmq.job SET state = 'waiting', process_at_ms = NULL WHERE id = $1",
      [silent],
    );
    await eventually(async () => {
      const { rows } = await pool.query('SELECT batch_id FROM dead_entries');
      expect(rows).toEqual([{ batch_id: silent }]);
    });
    await close();
    await system.stop();
  });
});
