import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/processes.js';
import { BOTH, type Fault, type Scene } from '../fault.js';
import { holdWrites } from '../hold-writes.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';

/** Longer than the stage's WORKER_LOCK_SECONDS. */
const PAUSE_MS = 4_000;

export const twoWorkersOneBatch: Fault = {
  id: '10',
  name: 'one batch at two workers, SIGSTOP',
  queues: BOTH,
  stage: () => ({ workerCount: 0 }),
  run: async (scene) => {
    const { stage, random, times, note } = scene;
    const { producer, sleeper } = await writeByTwo(scene);
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

/**
 * Lets two workers write the same batch. The first one sleeps in the middle of its write until the
 * second one has written the batch.
 */
export async function writeByTwo({
  stage,
}: Scene): Promise<{ producer: Producer; sleeper: ServiceProcess }> {
  const producer = new Producer(stage, { entries: 1_000 });
  const held = await holdWrites(stage);
  await producer.sendMany(1);
  const sleeper = await stage.startWorker();
  await held.untilWriting(1);
  process.kill(sleeper.pid, 'SIGSTOP');
  await stage.startWorker();
  await held.untilWriting(2);
  await held.release();
  await untilDrained(stage);
  process.kill(sleeper.pid, 'SIGCONT');
  return { producer, sleeper };
}
