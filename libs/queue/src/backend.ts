import type { Logger } from '@app/observability';
import type { Queue, QueueOptions } from 'bullmq';
import type { RedisClient } from './connect-redis.js';
import type { DurabilityFinding } from './durability.js';
import type { Shard } from './shards.js';

/** Where jobs and rate limits live. */
export interface QueueBackend {
  name: 'PostgreSQL' | 'Redis';
  /**
   * The shards of the queue of log jobs. Whoever makes something for each shard takes them from
   * here. The queue of the webhooks is not divided.
   */
  readonly shards: readonly Shard[];
  /** Whether shards have servers of their own, so that one can be away while others are there. */
  readonly shardsFailAlone: boolean;
  /**
   * Returns BullMQ's options. From now on, every queue object of this process is made for this kind
   * of store.
   */
  prepareBullMq(): Pick<QueueOptions, 'connection' | 'prefix'>;
  /** Brings the queue's own schema up to date, if it has one. */
  migrate(): Promise<void>;
  /** Returns why queue objects cannot be made yet, or undefined when they can. */
  findObstacle(): Promise<string | undefined>;
  /** Returns the store's settings that decide whether acknowledged jobs are kept. */
  readDurability(): Promise<DurabilityFinding[]>;
  /** Returns what is wrong with the nodes of a cluster, as sentences; without one, nothing. */
  findClusterFaults(): Promise<string[]>;
  /** Returns what is in shards that this process does not have, as far as they can be asked. */
  findLeftBehind(): Promise<LeftBehind>;
  /**
   * Returns when the oldest jobs were added that are not finished. BullMQ's `getWaiting` fetches
   * payloads, and on PostgreSQL (6.7) its first job is the newest: each store is asked for the
   * numbers instead.
   */
  oldest(queue: Queue): Promise<Oldest>;
  /**
   * Returns how many jobs have left the queue for good, counted from some moment of the past. Two
   * answers tell how many left in between. A job that is postponed or tried again has not left.
   * BullMQ forgets finished jobs and counts them nowhere, so each store is asked for what it knows.
   */
  finished(queue: Queue): Promise<number>;
  /** Whose jobs `finished` counts: those of this queue, or of all queues of the store. */
  readonly finishedCounts: 'queue' | 'store';
  /** Opens a connection for the rate limits. Undefined means that they are kept in the database. */
  connectForLimits(logger: Logger): RedisClient | undefined;
  /** Closes what the queue objects shared. They must be closed before. */
  close(): Promise<void>;
}

/** When the oldest jobs of a queue were added, epoch milliseconds; undefined where there is none. */
export interface Oldest {
  /**
   * Of those that wait: the next one of each turn, and the `MOST_LAST` behind all others of the
   * turn.
   */
  waiting: number | undefined;
  /** Of those that a worker has taken, or had when it died. */
  underWay: number | undefined;
  /** Of the `MOST_POSTPONED` that come back next. */
  postponed: number | undefined;
}

/**
 * How many postponed jobs are looked at for their age, four times a second in each process of the
 * API. They come back within seconds, so each is among these soon.
 */
export const MOST_POSTPONED = 100;

/**
 * How many jobs at the end of each line are looked at for their age: a job that comes back may
 * stand there, behind younger ones.
 */
export const MOST_LAST = 25;

/** Jobs in shards beyond those of a process, where nobody would take them. */
export interface LeftBehind {
  /** How many jobs are not finished, by the number of the shard; only shards with jobs. */
  jobs: ReadonlyMap<number, number>;
  /** The numbers of the shards that did not answer. */
  unknown: number[];
}
