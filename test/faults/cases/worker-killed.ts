import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault } from '../fault.js';
import { Producer } from '../producer.js';
import { untilAtLeast } from '../until.js';

export const workerKilled: Fault = {
  id: '1',
  name: 'worker kill -9, mid-batch',
  queues: BOTH,
  stage: () => ({ workerCount: 0 }),
  run: async ({ stage, random, times, note }) => {
    const producer = new Producer(stage, { entries: 200, perSecond: 8 }).start();
    const wanted = times(50);
    let kills = 0;
    for (let midBatch = 0; midBatch < wanted; kills++) {
      const worker = await stage.startWorker();
      await untilAtLeast('jobs', 1, async () => (await stage.jobs()).active, 2);
      await sleep(random() * 150);
      await stage.kill(worker);
      // A job that a killed worker leaves active is one that it had begun and not ended.
      if ((await stage.jobs()).active > 0) midBatch++;
    }
    note(`${kills} workers killed, ${wanted} of them with a batch under way`);
    await producer.stop();
    await stage.startWorker();
    return [producer];
  },
};
