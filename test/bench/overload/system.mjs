// API, worker and stores of one run, and what can be seen of them while they work.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { written } from '../pipeline/visible.mjs';
import { migrateBoth } from '../pipeline/system.mjs';
import { connect, createDatabase, dropDatabase, startRedis, startService } from '../servers.mjs';
import { createWorld } from '../traffic.mjs';

const DATABASE = 'bench_overload';
const EVERY_MS = 1_000;
const WATCH_MS = 50;
/** Without an entry written for so long it is broken. */
const PATIENCE_MS = 60_000;

/** Starts everything on empty stores. `dist`: the build to run. */
export async function startSystem(server, { flavour, queue, dist }) {
  const url = await createDatabase(server, DATABASE, flavour);
  await migrateBoth(url, flavour);
  const world = await createWorld(url);
  const redis = queue === 'redis' ? await startRedis() : undefined;
  const env = { DATABASE_URL: url, ...(redis ? { REDIS_URL: redis.url } : {}), LOG_LEVEL: 'error' };
  const api = await startService('api', env, dist);
  const worker = await startService('worker', env, dist);
  const client = await connect(url);
  const base = `http://127.0.0.1:${api.port}`;
  return {
    /** One more API on the same stores, that takes in as much as it can. */
    startUnlimitedApi: () => startService('api', { ...env, QUEUE_MAX_DELAY_SECONDS: '3600' }, dist),
    base,
    world,
    client,
    sample: async () => ({
      time: Date.now(),
      api: memoryOf(api.pid, 'VmRSS'),
      worker: memoryOf(worker.pid, 'VmRSS'),
      redis: redis ? memoryOf(redis.pid, 'VmRSS') : NaN,
      database: await largestOf(client),
      ...(await readQueue(base)),
    }),
    stop: async () => {
      await Promise.all([api.stop(), worker.stop()]);
      await client.end();
      await redis?.stop();
      await dropDatabase(server, DATABASE);
    },
  };
}

/** Bytes that Linux says a process holds now; NaN when it is gone. */
function memoryOf(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)[1]) * 1024;
  } catch {
    return NaN;
  }
}

/** The database's process that holds most by itself: shared buffers, which fill up with use, are not in it. */
async function largestOf(client) {
  const { rows } = await client.query('SELECT pid FROM pg_stat_activity');
  const sizes = rows.map(({ pid }) => memoryOf(pid, 'RssAnon'));
  return Math.max(...sizes.filter(Number.isFinite));
}

/** What the API saw of its queue at its last look. */
async function readQueue(base) {
  const text = await (await fetch(`${base}/metrics`)).text();
  // Builds of before the first release called the jobs of the queue batches.
  const value = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  return {
    waiting: value('botgauge_overload_waiting_(?:jobs|batches)'),
    oldest: value('botgauge_overload_oldest_(?:job|batch)_seconds'),
  };
}

/** Samples once a second until the function that it gives is called, which gives the samples. */
export function startSampling(system) {
  const samples = [];
  let sampling = true;
  const done = (async () => {
    while (sampling) {
      samples.push(await system.sample());
      await sleep(Math.max(0, samples.at(-1).time + EVERY_MS - Date.now()));
    }
  })();
  return async () => {
    sampling = false;
    await done;
    return samples;
  };
}

/**
 * Watches what is visible, beyond `before`, until there is as much as the function that it gives is told: the
 * times and counts that were seen.
 */
export function startWatching(client, before) {
  const seen = [{ time: Date.now(), entries: 0 }];
  let wanted = Infinity;
  const watching = (async () => {
    while (seen.at(-1).entries < wanted) {
      const entries = (await written(client)) - before;
      const time = Date.now();
      if (entries > seen.at(-1).entries) seen.push({ time, entries });
      else if (time - seen.at(-1).time > PATIENCE_MS)
        throw new Error(`${entries} of ${wanted} entries are written`);
      await sleep(WATCH_MS);
    }
    return seen;
  })();
  // It is asked for its result at the end only.
  watching.catch(() => undefined);
  return (entries) => {
    wanted = entries;
    return watching;
  };
}
