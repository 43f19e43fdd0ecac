import type { BotIdentity } from '@app/contracts';
import type pg from 'pg';
import { statement } from './statement.js';

export type BotRow = BotIdentity & { documentation: string | null };

const UPSERT_BOTS = statement('upsert_bots');

/** Brings the registry into the database; rows of a newer registry are left alone. */
export async function upsertBots(
  pool: pg.Pool,
  bots: readonly BotRow[],
  registryVersion: number,
): Promise<void> {
  const column = (name: keyof BotRow) => bots.map((bot) => bot[name]);
  await pool.query(UPSERT_BOTS, [
    column('id'),
    column('slug'),
    column('name'),
    column('provider'),
    column('category'),
    column('documentation'),
    registryVersion,
  ]);
}
