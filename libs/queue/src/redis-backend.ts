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
import type { LeftBehind, QueueBackend } from './backend.js';
import { clusterFaults } from './cluster-faults.js';
import { connectRedis, type Patience, type RedisClient } from './connect-redis.js';
import { HASH_TAGS } from './hash-tags.js';
import { readOldest } from './oldest-jobs.js';
import { inspectCluster, probeRedis, readRedisDurability, withRedis } from './probe-redis.js';
import { isRedisAway } from './redis-error.js';
import { type Shard, shardsBeyond, shardsOf } from './shards.js';

/** What keys begin with. The braces keep all keys of a queue on one node of a cluster. */
const prefixOf = (shard: number) => `{${HASH_TAGS[shard - 1]}}`;
const withPrefix = (shard: Shard) => ({ ...shard, prefix: prefixOf(shard.number) });
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

/** How many jobs of a queue are not finished. */
const UNFINISHED = ADDED_AND_THERE.filter(([, key]) => key !== 'id' && key !== 'failed');

export function redisBackend(address: RedisAddress, shards: number): QueueBackend {
  return {
    name: 'Redis',
    shards: shardsOf(shards).map(withPrefix),
    shardsFailAlone: address.cluster,
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
      return { connection: { address } satisfies Connection, prefix: prefixOf(1) };
    },
    migrate: () => Promise.resolve(),
    findObstacle: () => probeRedis(address),
    readDurability: () => readRedisDurability(address),
    findClusterFaults: async () =>
      address.cluster ? clusterFaults(await inspectCluster(address)) : [],
    findLeftBehind: () =>
      withRedis(address, (client) => findLeftBehind(client, shardsBeyond(shards).map(withPrefix))),
    oldest: readOldest,
    finishedCounts: 'queue',
    finished: readFinished,
    connectForLimits: (logger) => connectForLimits(address, logger),
    // Each queue object has connections of its own.
    close: () => Promise.resolve(),
  };
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

async function findLeftBehind(client: RedisClient, beyond: Shard[]): Promise<LeftBehind> {
  const jobs = new Map<number, number>();
  const unknown: number[] = [];
  await Promise.all(
    beyond.map(async ({ number, prefix, queueName }) => {
      try {
        const counts = await Promise.all(
          UNFINISHED.map(([command, key]) => client.call(command, `${prefix}:${queueName}:${key}`)),
        );
        const left = counts.reduce<number>((sum, count) => sum + Number(count), 0);
        if (left > 0) jobs.set(number, left);
      } catch (error) {
        if (!isRedisAway(error)) throw error;
        unknown.push(number);
      }
    }),
  );
  return { jobs, unknown };
}

function connectForLimits(address: RedisAddress, logger: Logger): RedisClient {
  const client = connectRedis(address, LIMITS);
  client.on('error', (error: Error) =>
    logger.warn({ reason: error.message }, 'rate limit connection'),
  );
  return client;
}
