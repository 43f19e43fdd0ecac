import type pg from 'pg';
import { statement } from '../database/statement.js';

const DELETE_EXPIRED = statement('upkeep/delete_expired');

/** Forgets ledger rows, idempotency keys and limiter windows that are past their time. */
export async function deleteExpired(pool: pg.Pool): Promise<void> {
  await pool.query(DELETE_EXPIRED);
}
