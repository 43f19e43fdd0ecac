import { randomUUID } from 'node:crypto';
import { LOG_JOB } from '@app/queue';
import { eventually } from '@app/testing';
import { type Job, Worker } from 'bullmq';
import { openQueue } from '../support/open-queue.js';
import type { QueueName } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

function tellsWhatIsFinished(name: QueueName): void {
  it('counts what left the queue, not what waits, is under way, was postponed or has failed', async () => {
    const { queue, logQueue, close } = await openQueue(name);
    const worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
    const take = async () => (await worker.getNextJob('token')) as Job;
    try {
      const before = await logQueue.finished();
      for (let i = 0; i < 6; i++)
        await queue.add(LOG_JOB, {}, { jobId: randomUUID(), removeOnComplete: true });
      const postponed = await take();
      await postponed.moveToDelayed(Date.now() + 600_000, 'token');
      await (await take()).moveToFailed(new Error('bad'), 'token', false);
      await take();
      expect((await logQueue.finished()) - before).toBe(0);
      for (let i = 0; i < 2; i++) await (await take()).moveToCompleted(undefined, 'token', false);
      await postponed.promote();
      await eventually(async () => expect((await logQueue.finished()) - before).toBe(2));
    } finally {
      await worker.close();
      await close();
    }
  });
}

describeOnQueue('what is finished', tellsWhatIsFinished);
