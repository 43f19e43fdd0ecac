import { sampleQueue } from './sample-queue.js';

it('counts what waits and what was postponed, not what is under way or has failed', async () => {
  const queue = {
    counts: () => Promise.resolve({ waiting: 3, delayed: 40, active: 500, failed: 6000 }),
    oldestWaitingMs: () => Promise.resolve(7),
  };
  const batches = { count: () => Promise.resolve(80_000) };
  const sample = { waiting: 43, ready: 3, oldestMs: 7, finished: 80_000 };
  expect(await sampleQueue(queue, batches)).toEqual(sample);
});
