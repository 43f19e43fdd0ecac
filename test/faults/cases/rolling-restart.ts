import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/processes.js';
import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

const LOOK_MS = 200;

export const rollingRestart: Fault = {
  id: '21',
  name: 'rolling restart under load',
  queues: BOTH,
  stage: () => ({ apiCount: 2, workerCount: 2, env: { SHUTDOWN_GRACE_SECONDS: '2' } }),
  run: async ({ stage, times, note }) => {
    const balancer = startBalancer(stage.apis);
    const producer = new Producer(stage, {
      lanes: 4,
      perSecond: 40,
      bases: () => balancer.bases(),
    }).start();
    const rounds = times(5);
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['apis', 'workers'] as const) {
        for (const old of [...stage[kind]]) {
          if (kind === 'apis') balancer.add(await stage.startApi());
          else await stage.startWorker();
          await sleep(2 * LOOK_MS);
          const status = await stage.stop(old);
          must(status === 0, `A process of ${kind} ended with ${status}: ${old.output()}`);
        }
      }
    }
    await producer.stop();
    balancer.stop();
    const { obligations } = producer;
    const silences = obligations.reduce((sum, one) => sum + one.silences, 0);
    const refused = obligations.filter(({ outcome }) => outcome === 'refused').length;
    note(
      `${rounds} times 2 APIs and 2 workers, ${obligations.length} requests: ${silences} without an answer, ${refused} refused`,
    );
    must(silences === 0, `${silences} requests got no answer`);
    return [producer];
  },
};

/** Sends requests to the processes whose `/readyz` said 200 at the last look. */
function startBalancer(first: ServiceProcess[]) {
  let all = [...first];
  let ready = all.map(({ base }) => base);
  let running = true;
  void (async () => {
    for (; running; await sleep(LOOK_MS)) {
      const looks = await Promise.all(all.map(async (one) => ({ one, is: await isReady(one) })));
      all = all.filter((one) => one.lives());
      ready = looks.filter(({ is }) => is).map(({ one }) => one.base);
    }
  })();
  return {
    bases: () => ready,
    add: (one: ServiceProcess) => void all.push(one),
    stop: () => void (running = false),
  };
}

async function isReady(one: ServiceProcess): Promise<boolean> {
  try {
    return (await fetch(`${one.base}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
