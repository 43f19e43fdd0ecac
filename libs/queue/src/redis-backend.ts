import type { RedisAddress } from '@app/config';
import type { Logger } from '@app/observability';
import {
  createIORedisClient,
  createRedisBackend,
  RedisConnection,
  type RedisOptions,
  setDefaultBackendFactory,
} from 'bullmq';
import type { QueueBackend } from './backend.js';
import { connectRedis, type Patience, type RedisClient } from './connect-redis.js';
import { readFinishedInRedis } from './finished-jobs.js';
import { readOldestInRedis } from './oldest-waiting.js';
import { probeRedis, readRedisDurability } from './probe-redis.js';

/** The braces keep all keys of the queue on one node of a cluster. */
const PREFIX = '{botgauge}';
const QUEUE: Patience = { name: 'botgauge-queue', whenAway: 2_000 };
/** A worker can only wait, and it must not lose the result of a job. */
const WORKER: Patience = { name: 'botgauge-worker', whenAway: 'wait' };
/** Short, because the process counts a limit alone while Redis is silent. */
const LIMITS: Patience = { name: 'botgauge-limits', whenAway: 1_000 };

/** BullMQ's connection options, together with what our client factory needs. */
interface Connection extends RedisOptions {
  address: RedisAddress;
  patience?: Patience;
}

export function redisBackend(address: RedisAddress): QueueBackend {
  return {
    name: 'Redis',
    prepareBullMq: () => {
      RedisConnection.clientFactory = (options) => {
        const { address, patience = QUEUE } = options as Connection;
        return createIORedisClient(connectRedis(address, patience) as never);
      };
      setDefaultBackendFactory(((name, options, flags) => {
        // Only workers ask for a blocking connection.
        const patience = flags?.withBlockingConnection ? WORKER : QUEUE;
        const connection = { ...(options.connection as Connection), patience };
        return createRedisBackend(name, { ...options, connection }, flags);
      }) as typeof createRedisBackend);
      return { connection: { address } satisfies Connection, prefix: PREFIX };
    },
    migrate: () => Promise.resolve(),
    findObstacle: () => probeRedis(address),
    readDurability: () => readRedisDurability(address),
    readOldestWaiting: readOldestInRedis,
    readFinished: readFinishedInRedis,
    connectForLimits: (logger) => connectForLimits(address, logger),
  };
}

function connectForLimits(address: RedisAddress, logger: Logger): RedisClient {
  const client = connectRedis(address, LIMITS);
  client.on('error', (error: Error) =>
    logger.warn({ reason: error.message }, 'rate limit connection'),
  );
  return client;
}
