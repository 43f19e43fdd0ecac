import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

export const startedBeforeStores: Fault = {
  id: '8',
  name: 'started before its stores, 20 s',
  queues: BOTH,
  stage: () => ({ prepared: false, apiCount: 0, workerCount: 0 }),
  run: async ({ stage, lasting }) => {
    await stage.database.stop();
    await stage.redis?.kill();
    const starting = Promise.all([stage.startApi(), stage.startWorker()]);
    let ended = false;
    starting.then(
      () => (ended = true),
      () => (ended = true),
    );
    await sleep(lasting(20));
    must(!ended, 'A process did not wait for its stores');
    await stage.database.start();
    // First the database is there without its schema, then with it, and then the queue comes.
    await sleep(1_000);
    await stage.redis?.start();
    await stage.setUp();
    await starting;
    await stage.untilReady();
    const producer = new Producer(stage);
    await producer.sendMany(20);
    return [producer];
  },
};
