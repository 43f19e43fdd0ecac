import { BOTH, type Fault, type Scene } from '../fault.js';
import { holdWrites } from '../hold-writes.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';

const DEATHS = 5;

/** With this setting, the batch of a dead worker is taken over soon. */
export const SHORT_LOCK = { workerCount: 0, env: { WORKER_LOCK_SECONDS: '1' } };

export const sameJobKilled: Fault = {
  id: '2',
  name: "the same job's worker killed 5 times",
  queues: BOTH,
  stage: () => SHORT_LOCK,
  run: async (scene) => {
    const deaths = Math.max(2, scene.times(DEATHS));
    const ended = await killWorkersOfOneJob(scene, deaths, 'end');
    const written = await killWorkersOfOneJob(scene, deaths, 'write');
    return [ended, written];
  },
};

/**
 * Kills workers of one batch in the middle of its write. The server either ends their transactions at
 * once, or notices only after their next statement that nobody is listening.
 */
export async function killWorkersOfOneJob(
  { stage, note }: Scene,
  deaths: number,
  orphans: 'end' | 'write',
): Promise<Producer> {
  const producer = new Producer(stage, { entries: 1_000 });
  for (const worker of [...stage.workers]) await stage.kill(worker);
  const held = await holdWrites(stage);
  await producer.sendMany(1);
  for (let death = 1; death <= deaths && (await stage.jobs()).failed === 0; death++) {
    const worker = await stage.startWorker();
    await held.untilWriting(orphans === 'end' ? 1 : death);
    await stage.kill(worker);
    if (orphans === 'end') await held.terminate();
  }
  await held.release();
  await stage.startWorker();
  await untilDrained(stage);
  note(`${deaths} deaths of workers in the middle of one batch; then its statements ${orphans}`);
  return producer;
}
