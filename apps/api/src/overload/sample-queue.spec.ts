import { sampleQueue } from './sample-queue.js';

it('counts what waits and what was postponed, not what is under way or has failed', async () => {
  const queue = {
    counts: () => Promise.resolve({ waiting: 3, delayed: 40, active: 500, failed: 6000 }),
    oldestWaitingMs: () => Promise.resolve(7),
  };
  expect(await sampleQueue(queue)).toEqual({ waiting: 43, oldestMs: 7 });
});
