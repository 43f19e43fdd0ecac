import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy } from '../../support/tcp-proxy.js';
import { BOTH, type Fault } from '../fault.js';
import { Producer } from '../producer.js';

export const blackHole: Fault = {
  id: '22',
  name: 'ways to the stores are black holes',
  queues: BOTH,
  stage: () => ({ apiCount: 0, workerCount: 0 }),
  run: async ({ stage, lasting, times, note }) => {
    const database = await startTcpProxy(stage.database.url);
    const redis = stage.redis && (await startTcpProxy(stage.redis.url));
    const ways = redis ? [database, redis] : [database];
    const env = { DATABASE_URL: database.url, ...(redis ? { REDIS_URL: redis.url } : {}) };
    await stage.startApi(env);
    await stage.startWorker(env);
    const producer = new Producer(stage).start();
    const rounds = times(4);
    for (let round = 0; round < rounds; round++) {
      await sleep(1_000);
      // Silences each direction alone, then both.
      const silent = ways.filter((_, index) => round % 3 === 2 || index === round % ways.length);
      for (const way of silent) way.block();
      const over = sleep(lasting(15));
      await stage.untilUnready();
      await over;
      // In half of the rounds, the data under way never arrives.
      if (round % 2) for (const way of silent) await way.cut();
      for (const way of silent) await way.mend();
      await stage.untilReady();
    }
    await producer.stop();
    note(`${rounds} times; not ready meanwhile, alive, and ready again`);
    return [producer];
  },
};
