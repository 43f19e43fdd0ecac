import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { untilDrained } from '../oracle.js';
import { Producer, type ProducerOptions } from '../producer.js';
import { untilAtLeast } from '../until.js';

export const workerKilled: Fault = {
  id: '1',
  name: 'worker kill -9, mid-batch',
  queues: BOTH,
  stage: () => ({ workerCount: 0 }),
  run: (scene) => killWorkersUnder(scene, { entries: 200, perSecond: 8 }),
};

const TOGETHER = `
  SELECT count(*)::int AS together
  FROM (SELECT count(*) OVER (PARTITION BY xmin::text) AS batches FROM log_batches) b WHERE batches > 1`;

/** Sends many requests at once with few entries each, so that the queue holds them in groups. */
export const groupsKilled: Fault = {
  id: '26',
  name: 'worker kill -9, groups of small batches',
  queues: BOTH,
  stage: () => ({ workerCount: 0 }),
  run: async (scene) => {
    const producers = await killWorkersUnder(scene, { entries: 3, perSecond: 200, lanes: 20 });
    // Only the last worker lived long enough to write all that waits.
    await untilDrained(scene.stage);
    const [row] = await scene.stage.database.query<{ together: number }>(TOGETHER);
    const together = row?.together ?? 0;
    must(together > 0, 'no two batches were written together');
    scene.note(`${together} batches were written together with others`);
    return producers;
  },
};

async function killWorkersUnder(
  { stage, random, times, note }: Scene,
  load: ProducerOptions,
): Promise<Producer[]> {
  const producer = new Producer(stage, load).start();
  const wanted = times(50);
  let kills = 0;
  for (let midBatch = 0; midBatch < wanted; kills++) {
    const worker = await stage.startWorker();
    await untilAtLeast('jobs', 1, async () => (await stage.jobs()).active, 2);
    await sleep(random() * 150);
    await stage.kill(worker);
    // A job that a killed worker leaves active is one that it had begun and not finished.
    if ((await stage.jobs()).active > 0) midBatch++;
  }
  note(`${kills} workers killed, ${wanted} of them with a batch under way`);
  await producer.stop();
  await stage.startWorker();
  return [producer];
}
