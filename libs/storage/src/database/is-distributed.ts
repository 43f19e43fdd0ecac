import type pg from 'pg';
import { statement } from './statement.js';

const FIND_FLAVOUR = statement('database/find_flavour');

/** Tells whether websites are on several nodes. */
export async function isDistributed(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ flavour: string }>(FIND_FLAVOUR);
  return rows[0]?.flavour === 'citus';
}
