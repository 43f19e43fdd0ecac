import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, must, type Scene } from '../fault.js';
import { Producer } from '../producer.js';
import { findStrace, preparePowerCut } from '../synced-bytes.js';

export const redisPowerCut: Fault = {
  id: '7',
  name: 'power of Redis cut',
  queues: ['redis'],
  missing: withoutStrace,
  stage: () => ({ workerCount: 0 }),
  run: cutPower,
};

export function withoutStrace(): string | undefined {
  return findStrace() ? undefined : 'strace is not in PATH: it tells what Redis has synced';
}

/** Nobody takes jobs in the meantime, so every acknowledged job must still be there. */
export async function cutPower({ stage, random, times, note }: Scene): Promise<Producer[]> {
  const { redis } = stage;
  must(redis !== undefined, 'It needs Redis');
  const producers: Producer[] = [];
  const cuts = times(5);
  let bytes = 0;
  for (let round = 0; round < cuts; round++) {
    const power = await preparePowerCut(redis, join(redis.folder, `trace-${round}`));
    const producer = new Producer(stage, { entries: 20, lanes: 4, perSecond: 60 }).start();
    producers.push(producer);
    await sleep(1_500 + random() * 1_500);
    bytes += await power.cut();
    await redis.start();
    await stage.untilReady();
    await producer.stop();
  }
  note(`${cuts} cuts took ${bytes} bytes that were not synced`);
  await stage.startWorker();
  return producers;
}
