import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault } from '../fault.js';
import { Producer } from '../producer.js';

export const databaseAway: Fault = {
  id: '5',
  name: 'PostgreSQL away 20 s',
  queues: BOTH,
  run: async ({ stage, lasting, note }) => {
    // When the queue is in Redis, requests without an idempotency key need no database.
    const producer = new Producer(stage, { halfNameless: true }).start();
    await sleep(2_000);
    const before = producer.obligations.length;
    await stage.database.stop();
    const away = sleep(lasting(20));
    await stage.untilUnready();
    await away;
    const during = producer.obligations.slice(before);
    const acked = during.filter(({ outcome }) => outcome === 'acked').length;
    note(`${acked} of ${during.length} requests acknowledged meanwhile`);
    await stage.database.start();
    await stage.untilReady();
    await sleep(1_000);
    await producer.stop();
    return [producer];
  },
};
