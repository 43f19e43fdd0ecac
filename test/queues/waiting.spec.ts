import { randomUUID } from 'node:crypto';
import { LOG_JOB, type LogQueue, packEntries, type Turn } from '@app/queue';
import { aLogEntry } from '@app/testing';
import { type Job, type Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type OpenQueue, openQueue } from '../support/open-queue.js';
import type { QueueName } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const ADDED = Date.now() - 60_000;

function tellsWhatWaits(name: QueueName): void {
  let opened: OpenQueue;
  let queue: Queue;
  let logQueue: LogQueue;
  beforeAll(async () => {
    opened = await openQueue(name);
    ({ queue, logQueue } = opened);
  });
  beforeEach(() => queue.drain(true));
  let worker: Worker | undefined;
  afterEach(() => worker?.close());
  afterAll(() => opened.close());

  /** A batch that was received this many milliseconds after `ADDED`. */
  const add = (later: number, delay = 0) =>
    queue.add(LOG_JOB, {}, { jobId: randomUUID(), timestamp: ADDED + later, delay });

  /** Asserts without a bound on how long the call takes. */
  const expectOldest = async (inHand: number, all = inHand) => {
    const earliest = Date.now();
    const ages = await logQueue.ages();
    const passedMs = Date.now() - earliest;
    for (const [age, received] of [[ages.inHandMs, inHand] as const, [ages.allMs, all] as const]) {
      expect(age).toBeGreaterThanOrEqual(earliest - received);
      expect(age).toBeLessThanOrEqual(earliest - received + passedMs);
    }
  };

  it('says 0 of an empty queue', async () => {
    expect(await logQueue.ages()).toEqual({ inHandMs: 0, allMs: 0 });
    expect(await logQueue.waiting()).toBe(0);
  });

  it('tells the age of the oldest batch, whatever came after it', async () => {
    for (const later of [0, 20_000, 40_000]) await add(later);
    await expectOldest(ADDED);
    expect(await logQueue.waiting()).toBe(3);
  });

  /** Adds a job with a turn, as a batch becomes one. */
  const addWith = async (turn: Turn) => {
    const id = randomUUID();
    await logQueue.enqueueRaw(id, {}, turn);
    return id;
  };

  it('lets what comes first before everything that came earlier, and keeps the order of both', async () => {
    const [late, later] = [await addWith('later'), await addWith('later')];
    const [first, second] = [await addWith('first'), await addWith('first')];
    expect(await logQueue.waiting()).toBe(4);
    worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
    const taken: unknown[] = [];
    for (let place = 0; place < 4; place++) {
      const job = (await worker.getNextJob('token')) as Job;
      taken.push(job.id);
      await job.moveToCompleted(undefined, 'token', false);
    }
    expect(taken).toEqual([first, second, late, later]);
  });

  it('tells the age of the oldest batch whose turn is later, though another is next', async () => {
    await queue.add(LOG_JOB, {}, { jobId: randomUUID(), timestamp: ADDED, priority: 1 });
    await addWith('first');
    await expectOldest(ADDED);
  });

  it('knows the time of a batch that it took in itself', async () => {
    const earliest = Date.now();
    await logQueue.enqueue({
      id: randomUUID(),
      accountId: 1,
      websiteId: 1,
      receivedAt: earliest,
      entries: packEntries([aLogEntry()]),
      turn: 'later',
    });
    expect((await logQueue.ages()).allMs).toBeLessThanOrEqual(Date.now() - earliest);
    expect(await logQueue.waiting()).toBe(1);
  });

  it('tells the age of a batch that came back, and stands behind others', async () => {
    for (const turn of [0, 1]) {
      for (const later of [20_000, 40_000, 0])
        await queue.add(LOG_JOB, {}, { timestamp: ADDED + later, priority: turn });
      await expectOldest(ADDED);
      await queue.drain(true);
    }
  });

  it('counts the age of a batch that is under way, because nobody sees it yet', async () => {
    await add(0);
    await add(30_000);
    worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
    const job = (await worker.getNextJob('token')) as Job;
    expect(job.timestamp).toBe(ADDED);
    await expectOldest(ADDED);
    expect(await logQueue.waiting()).toBe(1);
    await job.moveToCompleted(undefined, 'token', false);
    await expectOldest(ADDED + 30_000);
    const last = (await worker.getNextJob('token')) as Job;
    await expectOldest(ADDED + 30_000);
    await last.moveToCompleted(undefined, 'token', false);
    expect(await logQueue.ages()).toEqual({ inHandMs: 0, allMs: 0 });
  });

  it('counts the age of a postponed batch, but not as one that is in hand', async () => {
    await add(10_000, 600_000);
    await add(20_000, 500_000);
    await add(30_000);
    await expectOldest(ADDED + 30_000, ADDED + 10_000);
    expect(await logQueue.waiting()).toBe(1);
  });

  if (name !== 'redis') return;
  it('asks Redis once for the ages, however many jobs there are', async () => {
    for (let later = 0; later < 5; later++) await add(later);
    await add(0, 600_000);
    const sent = jest.spyOn(Redis.prototype, 'sendCommand');
    await logQueue.ages();
    const commands = sent.mock.calls.length;
    sent.mockRestore();
    expect(commands).toBe(1);
  });
}

describeOnQueue('what waits', tellsWhatWaits);
