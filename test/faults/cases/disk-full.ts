import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';
import { mountSmallDisk, type SmallDisk } from '../small-disk.js';

const SIZE_MB = 512;
/** Less than one segment of PostgreSQL's log. */
const LEFT_MB = 6;

let disk: SmallDisk | undefined;

export const diskFull: Fault = {
  id: '14',
  name: 'disk of the stores full',
  queues: BOTH,
  missing: () => {
    disk = mountSmallDisk(SIZE_MB);
    return disk ? undefined : 'mounting a small file system needs rights that this user has not';
  },
  stage: () => ({ parent: disk?.folder }),
  run: async ({ stage, lasting, note }) => {
    must(disk !== undefined, 'There is no small disk');
    const producer = new Producer(stage, { entries: 500, halfNameless: true }).start();
    await sleep(1_000);
    disk.fill(LEFT_MB);
    await sleep(lasting(20));
    const { obligations } = producer;
    const refused = obligations.filter(({ status }) => status === 503).length;
    const left = disk.freeMegabytes().toFixed(1);
    const database = stage.database.lives() ? 'lived' : 'had ended';
    const { redis } = stage;
    // With appendfsync always, Redis ends itself when it cannot write.
    const redisEnded = redis !== undefined && !(await redis.answers());
    note(`${left} MB left; ${refused} answers 503; PostgreSQL ${database}`);
    disk.empty();
    if (!stage.database.lives()) await stage.database.start();
    if (redisEnded) {
      note('Redis had ended');
      await redis.kill();
      await redis.start();
    }
    await stage.untilReady();
    await sleep(1_000);
    await producer.stop();
    return [producer];
  },
};
