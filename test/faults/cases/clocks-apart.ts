import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault } from '../fault.js';
import { Producer } from '../producer.js';

/** Our processes learn the time only from `Date`. */
const SHIFTED = `
  const { now } = Date;
  const shift = SECONDS * 1000;
  Date.now = () => now.call(Date) + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (D, given, target) =>
      Reflect.construct(D, given.length > 0 ? given : [D.now()], target),
  });`;

const clockAt = (seconds: number) => ({
  execArgv: [
    '--import',
    `data:text/javascript,${encodeURIComponent(SHIFTED.replace('SECONDS', `${seconds}`))}`,
  ],
});

export const clocksApart: Fault = {
  id: '17',
  name: 'clocks 120 s ahead and behind',
  queues: BOTH,
  stage: () => ({ apiCount: 0, workerCount: 0 }),
  run: async ({ stage, lasting, note }) => {
    for (const seconds of [120, -120]) {
      await stage.startApi({}, clockAt(seconds));
      await stage.startWorker({}, clockAt(seconds));
    }
    const producer = new Producer(stage, { perSecond: 16 }).start();
    await sleep(lasting(20));
    await producer.stop();
    note('an API and a worker 120 s ahead, an API and a worker 120 s behind');
    return [producer];
  },
};
