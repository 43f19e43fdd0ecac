import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

export const redisKilled: Fault = {
  id: '6',
  name: 'Redis kill -9',
  queues: ['redis'],
  run: async ({ stage, random, times, note }) => {
    const { redis } = stage;
    must(redis !== undefined, 'It needs Redis');
    const producer = new Producer(stage, { halfNameless: true }).start();
    const kills = times(10);
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + random() * 1_500);
      await redis.kill();
      if (kill === 0) await stage.untilUnready();
      await sleep(random() * 1_000);
      await redis.start();
      await stage.untilReady();
    }
    note(`${kills} kills; API and worker lived on and said so`);
    await producer.stop();
    return [producer];
  },
};
