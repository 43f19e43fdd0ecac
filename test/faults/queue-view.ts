import { Redis } from 'ioredis';
import type { PostgresServer } from '../support/servers/postgres.js';

/** Jobs by state. They are read from the store itself and not through the code under test. */
export interface Jobs {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

const KEYS = '{botgauge}:log-jobs';
/** The lists and sorted sets of a queue, by the last part of their keys. */
const STATES: Record<string, { is: keyof Jobs; list: boolean }> = {
  wait: { is: 'waiting', list: true },
  prioritized: { is: 'waiting', list: false },
  active: { is: 'active', list: true },
  delayed: { is: 'delayed', list: false },
  failed: { is: 'failed', list: false },
};

export async function readJobsFromPostgres(database: PostgresServer): Promise<Jobs> {
  const rows = await database.query<{ state: keyof Jobs; jobs: number }>(
    'SELECT state::text, count(*)::int AS jobs FROM bullmq.job GROUP BY state',
  );
  const jobs = { waiting: 0, active: 0, delayed: 0, failed: 0 };
  for (const row of rows) jobs[row.state] = row.jobs;
  return jobs;
}

export async function readJobsFromRedis(url: string): Promise<Jobs> {
  return withRedis(url, async (client) => ({
    waiting: (await client.llen(`${KEYS}:wait`)) + (await client.zcard(`${KEYS}:prioritized`)),
    active: await client.llen(`${KEYS}:active`),
    delayed: await client.zcard(`${KEYS}:delayed`),
    failed: await client.zcard(`${KEYS}:failed`),
  }));
}

/** Adds up the jobs of all shards, whose keys are found by their names. */
export async function readJobsFromCluster(nodes: { url: string }[]): Promise<Jobs> {
  const jobs: Jobs = { waiting: 0, active: 0, delayed: 0, failed: 0 };
  for (const { url } of nodes)
    await withRedis(url, async (client) => {
      for (const key of await client.keys('{botgauge*}:log-jobs*')) {
        const state = STATES[key.slice(key.lastIndexOf(':') + 1)];
        if (!state) continue;
        jobs[state.is] += state.list ? await client.llen(key) : await client.zcard(key);
      }
    });
  return jobs;
}

/** Lends a client that does not wait for a server that is away. */
export async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}
