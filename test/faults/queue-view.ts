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
