import type pg from 'pg';
import { sqlstateOf } from '../database/database-error.js';

const LOCK_TIMEOUT = "SET lock_timeout = '5s'";
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Does work that needs a table for itself, unless another session keeps the table busy. A backup
 * may read for hours, and whoever wants to read or write would wait behind us, so we do not wait.
 *
 * @returns whether the work was done
 */
export async function unlessBusy(
  client: pg.ClientBase,
  work: () => Promise<unknown>,
): Promise<boolean> {
  await client.query(LOCK_TIMEOUT);
  try {
    await work();
    return true;
  } catch (error) {
    if (sqlstateOf(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined);
  }
}
