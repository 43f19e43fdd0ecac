import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault } from '../fault.js';
import { Producer } from '../producer.js';

export const databaseKilled: Fault = {
  id: '4',
  name: 'PostgreSQL kill -9',
  queues: BOTH,
  run: async ({ stage, random, times, note }) => {
    const producer = new Producer(stage).start();
    const kills = times(10);
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + random() * 1_500);
      await stage.database.kill();
      if (kill === 0) await stage.untilUnready();
      await sleep(random() * 1_000);
      await stage.database.start();
      await stage.untilReady();
    }
    note(`${kills} kills of the first process; API and worker lived on and said so`);
    await producer.stop();
    return [producer];
  },
};
