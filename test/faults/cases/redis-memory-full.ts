import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';
import { withRedis } from '../queue-view.js';
import { untilAtLeast } from '../until.js';

const ROOM_BYTES = 400_000;

export const redisMemoryFull: Fault = {
  id: '15',
  name: 'memory of Redis full',
  queues: ['redis'],
  stage: () => ({ workerCount: 0 }),
  run: async ({ stage, note }) => {
    const url = stage.redis?.url;
    must(url !== undefined, 'It needs Redis');
    const limit = (bytes: number) =>
      withRedis(url, async (client) => {
        await client.config('SET', 'maxmemory', bytes);
      });
    const used = await withRedis(url, (client) => client.info('memory'));
    await limit(Number(/^used_memory:(\d+)/m.exec(used)?.[1]) + ROOM_BYTES);
    const producer = new Producer(stage, { entries: 500, perSecond: 20 }).start();
    const refused = () => producer.obligations.filter(({ status }) => status === 503).length;
    await untilAtLeast('refusals', 10, () => Promise.resolve(refused()));
    const worker = await stage.startWorker();
    await sleep(3_000);
    must(worker.lives(), 'The worker died');
    note(`${refused()} answers 503 while the memory was full`);
    await limit(0);
    await sleep(1_000);
    await producer.stop();
    return [producer];
  },
};
