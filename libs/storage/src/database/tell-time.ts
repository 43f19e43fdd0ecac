import type pg from 'pg';
import { statement } from './statement.js';

const TELL_TIME = statement('database/tell_time');

/** Returns the time of the database, in epoch milliseconds. */
export async function tellTime(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ database_ms: number }>({
    name: 'tell_time',
    text: TELL_TIME,
  });
  return rows[0]?.database_ms ?? NaN;
}
