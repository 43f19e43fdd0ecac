import type pg from 'pg';

/** A connection that got no answer for long would wait for this one as long again. */
const ROLLBACK = { text: 'ROLLBACK', query_timeout: 5_000 };

/**
 * Carries out work in a transaction, which is rolled back when the work fails.
 *
 * @param options.begin what is sent instead of BEGIN, and begins with it
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
  { begin = 'BEGIN' } = {},
): Promise<T> {
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    isOver = true;
    return result;
  } catch (error) {
    isOver = await client.query(ROLLBACK).then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    // The end of the connection rolls back what nothing else could.
    client.release(!isOver);
  }
}
