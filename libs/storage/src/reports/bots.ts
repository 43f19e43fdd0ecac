import type { BotIdentity, KnownBot } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';

export type BotRow = BotIdentity & { documentation: string | null };

const UPSERT_BOTS = statement('reports/upsert_bots');
const LIST_BOTS = statement('reports/list_bots');

/** Writes the registry into the database. Rows of a newer registry are not changed. */
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

/**
 * The bots that the database knows. They are those of the newest registry that was written into it.
 */
export class BotDirectory {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns all of them, sorted by name. */
  async list(): Promise<KnownBot[]> {
    const { rows } = await this.pool.query<KnownBot>({ name: 'list_bots', text: LIST_BOTS });
    return rows;
  }
}
