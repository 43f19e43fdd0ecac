import { BOTH, type Fault, type Scene } from '../fault.js';
import { holdWrites } from '../hold-writes.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';

const DEATHS = 5;

/** A dead worker's batch is taken over soon. */
export const SHORT_LOCK = { workerCount: 0, env: { WORKER_LOCK_SECONDS: '1' } };

export const sameJobKilled: Fault = {
  id: '2',
  name: "the same job's worker killed 5 times",
  queues: BOTH,
  stage: () => SHORT_LOCK,
  run: (scene) => killWorkersOfOneJob(scene, Math.max(2, scene.times(DEATHS))),
};

/**
 * Kills the workers of one batch in the middle of its write, twice over: once the server ends what
 * they were about to write, once it writes it after all, without anybody listening.
 */
export async function killWorkersOfOneJob(
  { stage, note }: Scene,
  deathsEach: number,
): Promise<Producer[]> {
  const producer = new Producer(stage, { entries: 1_000 });
  let deaths = 0;
  for (const orphans of ['end', 'write'] as const) {
    const held = await holdWrites(stage);
    await producer.sendMany(1);
    for (let death = 1; death <= deathsEach && (await stage.jobs()).failed === 0; death++) {
      const worker = await stage.startWorker();
      await held.untilWriting(orphans === 'end' ? 1 : death);
      await stage.kill(worker);
      if (orphans === 'end') await held.terminate();
      deaths++;
    }
    await held.release();
    const last = await stage.startWorker();
    if (orphans === 'end') {
      await untilDrained(stage);
      await stage.kill(last);
    }
  }
  note(`${deaths} deaths of workers in the middle of 2 batches`);
  return [producer];
}
