import { randomUUID } from 'node:crypto';
import { getQueueToken } from '@nestjs/bullmq';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { checkShards, chooseBackend, LOG_JOB, packEntries } from '@app/queue';
import { aLogEntry, eventually } from '@app/testing';
import { type Job, type Queue, Worker } from 'bullmq';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { type OpenQueue, openQueue } from '../support/open-queue.js';
import { startProcess } from '../support/processes.js';
import type { QueueName } from '../support/stores.js';
import { describeOnQueue } from '../support/system.js';
import { idsOfShards } from '../support/websites-of-shards.js';

const SHARDS = 3;
const NAMES = ['log-jobs', 'log-jobs-2', 'log-jobs-3'];
const WEBSITES = idsOfShards(SHARDS);
const ADDED = Date.now() - 60_000;
/** As many entries as make a batch a job of its own. */
const LARGE = 250;

function aBatch(websiteId: number, entries = 1) {
  return {
    id: randomUUID(),
    accountId: 1,
    websiteId,
    receivedAt: Date.now(),
    entries: packEntries(Array.from({ length: entries }, () => aLogEntry())),
    turn: 'later' as const,
  };
}

function areOneQueue(name: QueueName): void {
  let opened: OpenQueue;
  let shards: Queue[];
  beforeAll(async () => {
    opened = await openQueue(name, { QUEUE_SHARDS: `${SHARDS}` });
    shards = NAMES.map((shard) => opened.app.get<Queue>(getQueueToken(shard)));
  });
  beforeEach(() => Promise.all(shards.map((shard) => shard.drain(true))));
  afterAll(() => opened.close());

  const lengths = () => Promise.all(shards.map((shard) => shard.getPrioritizedCount()));
  const addTo = (shard: number, opts: object = {}) =>
    shards[shard]!.add(LOG_JOB, {}, { jobId: randomUUID(), ...opts });

  it('a batch goes to the shard of its website, however large it is', async () => {
    for (const websiteId of WEBSITES) await opened.logQueue.enqueue(aBatch(websiteId, LARGE));
    expect(await lengths()).toEqual([1, 1, 1]);
    await Promise.all(
      [...WEBSITES, ...WEBSITES].map((websiteId) => opened.logQueue.enqueue(aBatch(websiteId))),
    );
    // Those of a website share a job, but for the first, which does not wait for others.
    const after = await lengths();
    for (const jobs of after) expect([2, 3]).toContain(jobs);
    const jobs = (await Promise.all(shards.map((shard) => shard.getPrioritized()))).flat();
    const batches = jobs.flatMap(({ data, queueName }) => {
      const heads = (data as { batches?: { websiteId: number }[] }).batches ?? [data];
      return (heads as { websiteId: number }[]).map(({ websiteId }) => [queueName, websiteId]);
    });
    expect(batches).toHaveLength(9);
    for (const [queueName, websiteId] of batches)
      expect(queueName).toBe(NAMES[WEBSITES.indexOf(websiteId as number)]);
  });

  it('their numbers are added up, and the oldest job of all is the oldest', async () => {
    await addTo(0, { timestamp: ADDED + 20_000 });
    await addTo(1, { timestamp: ADDED, priority: 1 });
    await addTo(2, { timestamp: ADDED + 40_000 });
    await addTo(2, { delay: 600_000 });
    const { logQueue } = opened;
    expect(await logQueue.counts()).toEqual({ waiting: 3, active: 0, delayed: 1, failed: 0 });
    expect(await logQueue.waiting()).toBe(3);
    expect(await logQueue.lines()).toEqual({ first: 2, later: 1, postponed: 1 });
    expect(await logQueue.firstWaiting()).toEqual([1, 0, 1]);
    expect([...(await logQueue.toBeTaken())]).toEqual(NAMES.map((shard) => [shard, 1]));
    expect(await logQueue.unfinished()).toHaveLength(4);
    await addTo(1, { timestamp: ADDED - 20_000, delay: 600_000 });
    const earliest = Date.now() - ADDED;
    const { inHandMs, allMs } = await logQueue.ages();
    expect(inHandMs).toBeGreaterThanOrEqual(earliest);
    expect(inHandMs).toBeLessThanOrEqual(Date.now() - ADDED);
    expect(allMs).toBe(inHandMs + 20_000);
  });

  it('what is paused in one of them is to be taken by nobody', async () => {
    await addTo(0);
    await addTo(1);
    await shards[1]!.pause();
    const waiting = await opened.logQueue.toBeTaken();
    await shards[1]!.resume();
    expect([...waiting.values()]).toEqual([1, 0, 0]);
  });

  describe('their number', () => {
    const logger = createLogger('test', 'silent');
    const check = async (count: number) => {
      const backend = chooseBackend(loadConfig({ ...opened.env, QUEUE_SHARDS: `${count}` }));
      try {
        await checkShards(backend, logger);
      } finally {
        await backend.close();
      }
    };
    const REFUSAL =
      'QUEUE_SHARDS is 1, but other shards hold jobs that nobody would take (1 in shard 2, 2 in shard 3): start with QUEUE_SHARDS=3, wait until the workers have stored everything, and then start with 1.';
    beforeEach(async () => {
      await addTo(0);
      await addTo(1, { delay: 600_000 });
      await addTo(2);
      await addTo(2, { priority: 1 });
    });

    it('may grow at any time', async () => {
      await check(SHARDS);
      await check(12);
    });

    it('may shrink when the others are empty', async () => {
      await shards[2]!.drain(true);
      await check(2);
    });

    it('must not shrink while one of the others holds jobs, also one that is under way', async () => {
      await expect(check(1)).rejects.toThrow(REFUSAL);
      await Promise.all(shards.slice(1).map((shard) => shard.drain(true)));
      await addTo(1);
      const { opts, name: queueName } = shards[1]!;
      const worker = new Worker(queueName, null, { ...opts, autorun: false });
      const job = (await worker.getNextJob('token')) as Job;
      await expect(check(1)).rejects.toThrow('(1 in shard 2)');
      await job.moveToCompleted(undefined, 'token', false);
      await worker.close();
      await check(1);
    });

    it.each(['api', 'worker'] as const)('stops the start of the %s', async (app) => {
      await expect(startProcess(app, { ...opened.env, QUEUE_SHARDS: '1' })).rejects.toThrow(
        REFUSAL,
      );
    });

    it('stops commands that use the queue', async () => {
      const { status, stderr } = await runCommand(['dead', 'replay', '--all'], {
        env: { ...opened.env, QUEUE_SHARDS: '1' },
      });
      expect({ status, stderr: stderr.trim() }).toEqual({ status: 1, stderr: REFUSAL });
    });
  });
}

describeOnQueue('the shards of a queue', areOneQueue);

function countsWhatIsFinished(name: QueueName): void {
  it('what has left any of them is finished, and counted once', async () => {
    const { app, logQueue, close } = await openQueue(name, { QUEUE_SHARDS: `${SHARDS}` });
    const before = await logQueue.finished();
    const queues = NAMES.map((shard) => app.get<Queue>(getQueueToken(shard)));
    for (const queue of queues) {
      for (let i = 0; i < 2; i++)
        await queue.add(LOG_JOB, {}, { jobId: randomUUID(), removeOnComplete: true });
      const worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
      const job = (await worker.getNextJob('token')) as Job;
      await job.moveToCompleted(undefined, 'token', false);
      await worker.close();
    }
    await eventually(async () => expect((await logQueue.finished()) - before).toBe(SHARDS));
    await close();
  });
}

describeOnQueue('what is finished in several shards', countsWhatIsFinished);
