import type { RedisAddress } from '@app/config';
import type { Logger } from '@app/observability';
import {
  createIORedisClient,
  createRedisBackend,
  type Queue,
  RedisConnection,
  type RedisQueueBackend,
  setDefaultBackendFactory,
} from 'bullmq';
import type { QueueBackend } from './backend.js';
import { connectRedis, type Patience, type RedisClient } from './connect-redis.js';
import { probeRedis, readRedisDurability } from './probe-redis.js';

/** The braces keep all keys of the queue on one node of a cluster. */
const PREFIX = '{botgauge}';
const QUEUE: Patience = { name: 'botgauge-queue', whenAway: 2_000 };
/** A worker can only wait, and it must not lose the result of a job. */
const WORKER: Patience = { name: 'botgauge-worker', whenAway: 'wait' };
/** Short, because the process counts a limit alone while Redis is silent. */
const LIMITS: Patience = { name: 'botgauge-limits', whenAway: 1_000 };

/** What stands in BullMQ's connection options, which it hands on to our client factory. */
interface Connection {
  address: RedisAddress;
  patience?: Patience;
}

/**
 * BullMQ counts the jobs that were added, under `id`. Those that are not there any more have left.
 */
const ADDED_AND_THERE = [
  ['get', 'id'],
  ['llen', 'wait'],
  ['zcard', 'prioritized'],
  ['llen', 'active'],
  ['zcard', 'delayed'],
  ['zcard', 'failed'],
] as const;

export function redisBackend(address: RedisAddress): QueueBackend {
  return {
    name: 'Redis',
    prepareBullMq: () => {
      RedisConnection.clientFactory = (options) => {
        // Two casts are needed. To BullMQ these options may be anything, and it hands them on as
        // they are. And it asks for a client with an index signature, which no class of TypeScript
        // has.
        const { address, patience = QUEUE } = options as unknown as Connection;
        return createIORedisClient(connectRedis(address, patience) as never);
      };
      setDefaultBackendFactory<RedisQueueBackend, Connection>((name, options, flags) => {
        // Only workers ask for a blocking connection.
        const patience = flags?.withBlockingConnection ? WORKER : QUEUE;
        const connection = { ...options.connection, patience };
        return createRedisBackend(name, { ...options, connection }, flags);
      });
      return { connection: { address } satisfies Connection, prefix: PREFIX };
    },
    migrate: () => Promise.resolve(),
    findObstacle: () => probeRedis(address),
    readDurability: () => readRedisDurability(address),
    oldestWaiting: readOldestWaiting,
    finished: readFinished,
    connectForLimits: (logger) => connectForLimits(address, logger),
    // Each queue object has connections of its own.
    close: () => Promise.resolve(),
  };
}

async function readOldestWaiting(queue: Queue): Promise<number | undefined> {
  const backend = queue.getBackend();
  const client = await backend.client;
  const [first] = await client.lrange(backend.toKey('wait'), -1, -1);
  const [later] = await client.zrange(backend.toKey('prioritized'), 0, 0);
  const heads = [first, later].filter((id) => id !== undefined);
  const added = await Promise.all(heads.map((id) => client.hget(backend.toKey(id), 'timestamp')));
  // A worker may have taken and finished a job between the commands.
  const times = added.filter((time) => time !== null).map(Number);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** One transaction: all numbers are of the same moment. */
async function readFinished(queue: Queue): Promise<number> {
  const backend = queue.getBackend();
  const client = await backend.client;
  const transaction = client.multi();
  for (const [command, key] of ADDED_AND_THERE)
    transaction.runCommand(command, [backend.toKey(key)]);
  const answers = (await transaction.exec()) ?? [];
  const numbers = answers.map(([error, answer]) => {
    if (error) throw error;
    return Number(answer ?? 0);
  });
  const [added = 0, ...there] = numbers;
  return there.reduce((left, jobs) => left - jobs, added);
}

function connectForLimits(address: RedisAddress, logger: Logger): RedisClient {
  const client = connectRedis(address, LIMITS);
  client.on('error', (error: Error) =>
    logger.warn({ reason: error.message }, 'rate limit connection'),
  );
  return client;
}
