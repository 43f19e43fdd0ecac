import { randomUUID } from 'node:crypto';
import { LOG_JOB, type LogQueue, packEntries, type Turn } from '@app/queue';
import { aLogEntry } from '@app/testing';
import { type Job, type Queue, Worker } from 'bullmq';
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
  afterAll(() => opened.close());

  /** A batch that was received this many milliseconds after `ADDED`. */
  const add = (later: number, delay = 0) =>
    queue.add(LOG_JOB, {}, { jobId: randomUUID(), timestamp: ADDED + later, delay });

  /** Asserts without a bound on how long the call takes. */
  const expectOldest = async (received: number) => {
    const earliest = Date.now() - received;
    const age = await logQueue.oldestWaitingMs();
    expect(age).toBeGreaterThanOrEqual(earliest);
    expect(age).toBeLessThanOrEqual(Date.now() - received);
  };

  it('says 0 of an empty queue', async () => {
    expect(await logQueue.oldestWaitingMs()).toBe(0);
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
    const worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
    const taken: unknown[] = [];
    for (let place = 0; place < 4; place++) {
      const job = (await worker.getNextJob('token')) as Job;
      taken.push(job.id);
      await job.moveToCompleted(undefined, 'token', false);
    }
    await worker.close();
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
    expect(await logQueue.oldestWaitingMs()).toBeLessThanOrEqual(Date.now() - earliest);
    expect(await logQueue.waiting()).toBe(1);
  });

  it('counts neither a postponed batch nor one that is under way', async () => {
    await add(0);
    await add(10_000, 600_000);
    await add(30_000);
    const worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
    const job = (await worker.getNextJob('token')) as Job;
    expect(job.timestamp).toBe(ADDED);
    await expectOldest(ADDED + 30_000);
    expect(await logQueue.waiting()).toBe(1);
    await job.moveToCompleted(undefined, 'token', false);
    await worker.close();
  });
}

describeOnQueue('what waits', tellsWhatWaits);
