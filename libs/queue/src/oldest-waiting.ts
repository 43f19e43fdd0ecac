import type { PostgresQueueBackend, Queue, RedisQueueBackend } from 'bullmq';

/**
 * Returns when the next job in line was added, in epoch milliseconds, or undefined when none waits.
 * BullMQ's `getWaiting` fetches payloads, and on PostgreSQL (6.7) its first job is the newest. So
 * each store is asked only for this number.
 */
export type ReadOldestWaiting = (queue: Queue) => Promise<number | undefined>;

/** Reads the head of the index from which workers take jobs. */
const NEXT_IN_LINE = `
SELECT added_at_ms::float8 AS added FROM job WHERE queue = $1 AND state = 'waiting' ORDER BY priority, seq LIMIT 1`;

export const readOldestInPostgres: ReadOldestWaiting = async (queue) => {
  const { connection } = queue.getBackend() as unknown as PostgresQueueBackend;
  const { rows } = await connection.pool.query(NEXT_IN_LINE, [queue.name]);
  const [first] = rows as { added: number }[];
  return first?.added;
};

export const readOldestInRedis: ReadOldestWaiting = async (queue) => {
  const backend = queue.getBackend() as unknown as RedisQueueBackend;
  const client = await backend.client;
  const [next] = await client.lrange(backend.toKey('wait'), -1, -1);
  if (next === undefined) return undefined;
  const added = await client.hget(backend.toKey(next), 'timestamp');
  // The job was taken and finished between the two commands.
  return added === null ? undefined : Number(added);
};
