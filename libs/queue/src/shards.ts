import { createHash } from 'node:crypto';

/** The name of the first shard. It is the whole queue when there are no others. */
export const LOG_QUEUE = 'log-jobs';

/** More are no use: there are no more hash tags that lie well (`hash-tags.ts`). */
export const MOST_SHARDS = 12;

/** One of the queues among which jobs are divided, so that several servers share the work. */
export interface Shard {
  /** 1, 2, …, as operators read it. */
  number: number;
  /** BullMQ's name of the queue. */
  queueName: string;
  /** What its keys begin with on Redis. */
  prefix?: string;
}

/** Returns the names of the first `count` shards. They are the same whatever the count is. */
export function shardsOf(count: number): Shard[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    queueName: index === 0 ? LOG_QUEUE : `${LOG_QUEUE}-${index + 1}`,
  }));
}

/** Returns the shards that a process with `count` of them does not have. */
export function shardsBeyond(count: number): Shard[] {
  return shardsOf(MOST_SHARDS).slice(count);
}

/**
 * Returns the position of the shard to which batches of a website go. It is the same in every
 * process and release, so that batches of a website meet and are written together. SHA-256 is
 * defined once and for all, and knows no patterns: where every account begins with a large website,
 * the rest of a division of ids would put all of these into one shard.
 */
export function shardOfWebsite(websiteId: number, count: number): number {
  if (count === 1) return 0;
  return createHash('sha256').update(String(websiteId)).digest().readUInt32BE(0) % count;
}

/** Returns the positions of all shards in the order in which they are tried: one after the other. */
export function tryOrder(home: number, count: number): number[] {
  return Array.from({ length: count }, (_, step) => (home + step) % count);
}
