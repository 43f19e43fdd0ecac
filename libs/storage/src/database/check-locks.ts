import type { Logger } from '@app/observability';
import type pg from 'pg';

/** A statement over many chunks locks each of them with its indexes. */
const ENOUGH_LOCKS = 1_024;

/** Warns when the server has too little room for locks for statements over many chunks. */
export async function checkLocks(pool: pg.Pool, logger: Logger): Promise<void> {
  const { rows } = await pool.query<{ locks: string }>(
    "SELECT current_setting('max_locks_per_transaction') AS locks",
  );
  const locks = Number(rows[0]?.locks);
  if (locks >= ENOUGH_LOCKS) return;
  logger.warn(
    `max_locks_per_transaction is ${locks}: set it to ${ENOUGH_LOCKS} or more in postgresql.conf, ` +
      'or batches and reports over many chunks may fail with "out of shared memory"',
  );
}
