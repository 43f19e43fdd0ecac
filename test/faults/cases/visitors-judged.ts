import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@app/testing';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';
import { untilJudged, visitors } from '../visitors.js';

const VISITOR_MODE = { BEHAVIOUR: 'visitor' };

/** A worker that lives holds the keys of visitors, so that no crash of the database loses them. */
export const visitorsJudged: Fault = {
  id: '34',
  name: 'API, workers and Redis kill -9, visitors judged',
  queues: BOTH,
  stage: () => ({ workerCount: 3, env: VISITOR_MODE }),
  run: async (scene) => {
    const { stage, random, times, note } = scene;
    const producer = new Producer(stage, { ...visitors(), lanes: 3, perSecond: 30 }).start();
    const kills = times(30);
    for (let kill = 0; kill < kills; kill++) {
      await sleep(300 + random() * 700);
      await killOne(scene, kill);
      await stage.untilReady();
    }
    await producer.stop();
    note(`${kills} kills; ${await verdictsOf(stage)}`);
    return [producer];
  },
};

/** Kills a worker, and every third time an API, or Redis where there is one. */
async function killOne({ stage, random }: Scene, kill: number): Promise<void> {
  const { redis, workers, apis } = stage;
  if (kill % 3 < 2) {
    await stage.kill(workers[Math.floor(random() * workers.length)] as (typeof workers)[0]);
    await stage.startWorker();
  } else if (redis && kill % 2 === 0) {
    await redis.kill();
    await redis.start();
  } else {
    await stage.kill(apis[0] as (typeof apis)[0]);
    await stage.startApi();
  }
}

/** The tables with the keys of visitors are empty after a crash of the database. */
export const visitorKeysLost: Fault = {
  id: '35',
  name: 'PostgreSQL kill -9, keys of visitors put back',
  queues: BOTH,
  stage: () => ({ env: VISITOR_MODE }),
  run: async ({ stage, random, times, note }) => {
    const producer = new Producer(stage, visitors()).start();
    const keys = () => stage.database.query('SELECT FROM visitor_keys');
    await eventually(async () => must((await keys()).length > 0, 'no key was made'));
    const kills = times(5);
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + random() * 1_500);
      await stage.database.kill();
      await stage.database.start();
      await stage.untilReady();
      // A worker that knows no key would not judge what it stores before they are back.
      await eventually(async () => must((await keys()).length > 0, 'no key was put back'), 30_000);
      await stage.startWorker();
      if (stage.workers.length > 2) await stage.kill(stage.workers[1] as (typeof stage.workers)[0]);
    }
    await producer.stop();
    note(`${kills} kills; ${await verdictsOf(stage)}`);
    return [producer];
  },
};

/** Waits until all visitors are judged, and says how. */
async function verdictsOf(stage: Scene['stage']): Promise<string> {
  await untilDrained(stage);
  const { people, undecided, automation } = await untilJudged(stage);
  must(people > 0 && automation > 0, 'nobody was judged');
  return `${people} visits of people, ${undecided} undecided, ${automation} of automation`;
}
