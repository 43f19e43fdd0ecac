import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { checkDurability, chooseBackend, waitForQueue } from '@app/queue';
import { createTestDatabase, describeOnRedis, type TestDatabase } from '@app/testing';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { startProcess } from '../support/processes.js';

const PATIENCE_MS = 120_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (env: Record<string, string>) =>
  startProcess('api', { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...env });

/** Does in this process what a process does with its queue before it starts. */
async function examine(REDIS_URL: string, required: boolean): Promise<void> {
  const logger = createLogger('test', 'silent');
  const queue = chooseBackend(loadConfig({ DATABASE_URL: database.url, REDIS_URL }));
  try {
    await waitForQueue(queue, PATIENCE_MS, logger);
    await checkDurability(queue, required, logger);
  } finally {
    await queue.close();
  }
}

describe('an API on a queue in PostgreSQL', () => {
  it('refuses a server that does not wait for its disk, when it must be durable', async () => {
    // The server of the tests has all three settings switched off.
    await expect(start({ REQUIRE_DURABLE_QUEUE: 'true' })).rejects.toThrow(
      /ended with 1.*fsync of PostgreSQL is off: set it to on.*synchronous_commit of PostgreSQL is off/s,
    );
  });

  it('starts on it when the queue need not be durable', async () => {
    const api = await start({});
    expect(await api.stop()).toBe(0);
  });
});

/** Hangs up on the first client that connects to a port, and leaves the port to others then. */
async function firstClientOf(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  const [client] = (await once(server, 'connection')) as [Socket];
  server.close();
  client.destroy();
  await once(server, 'close');
}

describeOnRedis('an API on a queue in Redis', () => {
  let redis: RedisServer;
  const examineOne = async (settings: Record<string, string>, required: boolean) => {
    redis = await startRedisServer(settings);
    await examine(redis.url, required);
  };
  afterEach(() => redis.stop());

  it('takes a Redis that writes every acknowledged job to disk', () => examineOne({}, true));

  it('refuses a Redis that flushes every second, when it must be durable', () =>
    expect(examineOne({ appendfsync: 'everysec' }, true)).rejects.toThrow(
      /REQUIRE_DURABLE_QUEUE is true.*appendfsync of Redis is everysec: set it to always/s,
    ));

  it('takes it when the queue need not be durable', () =>
    examineOne({ appendfsync: 'everysec' }, false));

  it('does not call a server durable that it cannot check', () =>
    expect(examineOne({ user: 'default on nopass ~* &* +@all -config' }, true)).rejects.toThrow(
      /appendonly of Redis could not be checked: make sure that it is yes/,
    ));

  it('ends with a clear sentence on a wrong password', async () => {
    redis = await startRedisServer({ requirepass: 'right' });
    const url = redis.url.replace('//', '//:wrong@');
    await expect(start({ REDIS_URL: url })).rejects.toThrow(/ended with 1.*WRONGPASS/s);
  });

  it('waits for a Redis that is not there yet', async () => {
    redis = await startRedisServer();
    await redis.kill();
    const asked = firstClientOf(Number(new URL(redis.url).port));
    const starting = start({ REDIS_URL: redis.url });
    await asked;
    await redis.start();
    const api = await starting;
    expect(await api.stop()).toBe(0);
  });
});
