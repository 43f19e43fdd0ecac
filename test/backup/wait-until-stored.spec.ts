import { randomUUID } from 'node:crypto';
import { packEntries } from '@app/queue';
import { aLogEntry, eventually } from '@app/testing';
import { waitUntilStored } from '../../apps/cli/src/backup/wait-until-stored.js';
import { openQueue } from '../support/open-queue.js';

describe.each(['postgres', 'redis'] as const)('with the queue in %s', (name) => {
  it('waits for the jobs that are there, and says when nobody takes them', async () => {
    const { queue, logQueue, close } = await openQueue(name);
    const told: number[] = [];
    const waiting = { tell: (jobs: number) => told.push(jobs), standstillMs: 300 };
    await waitUntilStored(logQueue, waiting);
    expect(told).toEqual([]);

    const enqueue = () =>
      logQueue.enqueue({
        ...{ id: randomUUID(), accountId: 1, websiteId: 1, receivedAt: Date.now() },
        entries: packEntries([aLogEntry()]),
        turn: 'later',
      });
    await enqueue();
    await expect(waitUntilStored(logQueue, waiting)).rejects.toThrow(
      'The queue holds 1 job with acknowledged entries, and no worker stores them: start a worker',
    );
    expect(told).toEqual([1]);

    // A job that comes later is not waited for.
    const [first] = await logQueue.unfinished();
    const done = waitUntilStored(logQueue, { ...waiting, standstillMs: 60_000 });
    await eventually(async () => expect(told).toHaveLength(2));
    await enqueue();
    await queue.remove(first!);
    await done;
    expect(await logQueue.unfinished()).toHaveLength(1);
    await close();
  });
});
