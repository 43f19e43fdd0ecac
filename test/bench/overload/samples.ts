// What can be seen of the service while it works.
import { setTimeout as sleep } from 'node:timers/promises';
import { largest, memoryOf } from '../cpu.js';
import type { BenchSystem } from '../system.js';

/** Memory in bytes at a moment (epoch milliseconds), and how much waits in the queue. */
export interface Sample {
  time: number;
  api: number;
  worker: number;
  redis: number;
  /**
   * The database process that holds most memory alone. Shared buffers, which fill up with use, are
   * not included.
   */
  database: number;
  waiting: number;
  /** In seconds. */
  oldest: number;
}

const EVERY_MS = 1_000;

/** Takes a sample every second. The returned function ends this and returns the samples. */
export function startSampling(system: BenchSystem): () => Promise<Sample[]> {
  const samples: Sample[] = [];
  let sampling = true;
  const done = (async () => {
    while (sampling) {
      const sample = await take(system);
      samples.push(sample);
      await sleep(Math.max(0, sample.time + EVERY_MS - Date.now()));
    }
  })();
  return async () => {
    sampling = false;
    await done;
    return samples;
  };
}

async function take({ service, client, redisPid, base }: BenchSystem): Promise<Sample> {
  const resident = (pid?: number) => (pid === undefined ? NaN : memoryOf(pid, 'VmRSS'));
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  return {
    time: Date.now(),
    api: resident(service.apis[0]?.pid),
    worker: resident(service.workers[0]?.pid),
    redis: resident(redisPid),
    database: largest(rows.map(({ pid }) => memoryOf(pid, 'RssAnon'))),
    ...(await readQueue(base)),
  };
}

/** Returns what the API saw of its queue at its last look, under whatever name this build uses. */
async function readQueue(base: string): Promise<{ waiting: number; oldest: number }> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^botgauge_overload_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  return { waiting: value('waiting_[a-z]+'), oldest: value('oldest_[a-z]+_seconds') };
}
