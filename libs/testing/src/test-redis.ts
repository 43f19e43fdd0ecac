import { Redis } from 'ioredis';
import { undoneAtEnd } from './cleanup.js';
import { storeMissing, storeOf } from './stores.js';

export interface TestRedis {
  url: string;
  /** Empties the database. */
  drop(): Promise<void>;
}

/** Counts the databases that were given away; stands in database 0, which nobody gets. */
const GIVEN = 'botgauge-test:databases';

/** Creates an empty database on the Redis of the tests. Each test file gets its own. */
export async function createTestRedis(): Promise<TestRedis> {
  const [server] = (await storeOf('redis')).servers;
  const number = await onServer(server, (client) => client.incr(GIVEN));
  const url = `${server}/${number}`;
  return { url, drop: undoneAtEnd(() => onServer(url, (client) => client.flushdb())) };
}

/** A suite that needs Redis: skipped, and said so, where `redis-server` is not installed. */
export function describeOnRedis(name: string, tests: () => void): void {
  const missing = storeMissing('redis');
  if (!missing) return describe(name, tests);
  console.warn(`Skipped, because there is ${missing}: ${name}`);
  describe.skip(name, tests);
}

async function onServer<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
