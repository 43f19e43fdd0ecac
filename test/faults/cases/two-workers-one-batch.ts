import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault } from '../fault.js';
import { holdWrites } from '../hold-writes.js';
import { Producer } from '../producer.js';

/** Longer than the stage's WORKER_LOCK_SECONDS. */
const PAUSE_MS = 4_000;

export const twoWorkersOneBatch: Fault = {
  id: '10',
  name: 'one batch at two workers, SIGSTOP',
  queues: BOTH,
  stage: () => ({ workerCount: 0 }),
  run: async ({ stage, random, times, note }) => {
    const producer = new Producer(stage, { entries: 1_000 });
    const held = await holdWrites(stage);
    await producer.sendMany(1);
    const sleeper = await stage.startWorker();
    await held.untilWriting(1);
    process.kill(sleeper.pid, 'SIGSTOP');
    await stage.startWorker();
    await held.untilWriting(2);
    await held.release();
    await sleep(500);
    process.kill(sleeper.pid, 'SIGCONT');

    const load = new Producer(stage, { perSecond: 16 }).start();
    const pauses = times(10);
    for (let pause = 0; pause < pauses; pause++) {
      await sleep(random() * 1_000);
      process.kill(sleeper.pid, 'SIGSTOP');
      await sleep(PAUSE_MS);
      process.kill(sleeper.pid, 'SIGCONT');
    }
    await load.stop();
    note(`1 batch written by two at once, then ${pauses} pauses of 4 s under load`);
    return [producer, load];
  },
};
