import type { PostgresQueueBackend, Queue, RedisQueueBackend } from 'bullmq';

/**
 * Returns how many jobs have left the queue for good since some moment in the past. The difference
 * of two answers tells how many left in between. A job that is postponed or tried again has not
 * left. BullMQ forgets finished jobs and does not count them, so each store is asked for what it
 * knows.
 */
export type ReadFinished = (queue: Queue) => Promise<number>;

/**
 * Finished jobs are deleted, and PostgreSQL counts deleted rows. Each connection reports its own
 * rows about once a second (https://www.postgresql.org/docs/current/monitoring-stats.html).
 */
const DELETED = `SELECT pg_stat_get_tuples_deleted('job'::regclass)::float8 AS finished`;

export const readFinishedInPostgres: ReadFinished = async (queue) => {
  const { connection } = queue.getBackend() as unknown as PostgresQueueBackend;
  const { rows } = await connection.pool.query(DELETED);
  const [row] = rows as { finished: number }[];
  return row?.finished ?? 0;
};

/** BullMQ counts the jobs that were added, under `id`. Those that are no longer there have left. */
const ADDED_AND_THERE = [
  ['get', 'id'],
  ['llen', 'wait'],
  ['llen', 'active'],
  ['zcard', 'delayed'],
  ['zcard', 'failed'],
] as const;

/** Uses one transaction, so that all numbers are of the same moment. */
export const readFinishedInRedis: ReadFinished = async (queue) => {
  const backend = queue.getBackend() as unknown as RedisQueueBackend;
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
};

/** Tells how many jobs have left the queue, see `ReadFinished`. */
export class FinishedJobs {
  constructor(
    private readonly queue: Queue,
    private readonly read: ReadFinished,
  ) {}

  count(): Promise<number> {
    return this.read(this.queue);
  }
}
