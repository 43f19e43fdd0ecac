import { type BotIdentity, isAiCategory, type KnownBot } from '@app/contracts';
import type pg from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { statement } from '../database/statement.js';

export type BotRow = BotIdentity & { documentation: string | null };

const FIND_CATEGORIES = statement('reports/find_categories');
const UPSERT_BOTS = statement('reports/upsert_bots');
const LOCK_PAGE_DIGESTS = statement('reports/lock_page_digests');
const OUTDATE_PAGE_DIGESTS = statement('reports/outdate_page_digests');
const LIST_BOTS = statement('reports/list_bots');

/** Ids from here on are not of the registry, but of the operator's own rows. */
const FIRST_OWN_ID = 100_000;

/**
 * Writes the rows of a process into the database, and deletes none: visits may have been counted
 * with them. Rows of a newer registry are not changed. Of two processes with the same registry, the
 * one that writes last wins.
 *
 * Digests of pages have counts of AI bots. So that they follow when a row becomes an AI bot without
 * a newer registry, all of them are made again. The lock waits for digests that are being made from
 * the rows as they were.
 */
export async function upsertBots(
  pool: pg.Pool,
  bots: readonly BotRow[],
  registryVersion: number,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const values = [...columnsOf(bots), registryVersion];
    const { rows: before } = await client.query<CategoryRow>(FIND_CATEGORIES);
    const { rows: written } = await client.query<WrittenRow>(UPSERT_BOTS, values);
    if (aiChanged(before, written, registryVersion)) {
      await client.query(LOCK_PAGE_DIGESTS);
      await client.query(OUTDATE_PAGE_DIGESTS);
    }
  });
}

type WrittenRow = Pick<KnownBot, 'category'> & { id: number };
type CategoryRow = WrittenRow & { registry_version: number };

/**
 * Tells whether a bot became an AI bot, or is none any more, although no higher version says that
 * digests were made from older rows.
 */
function aiChanged(before: CategoryRow[], written: WrittenRow[], version: number): boolean {
  if (before.every((bot) => bot.registry_version < version)) return false;
  const categories = new Map(before.map(({ id, category }) => [id, category]));
  return written.some(({ id, category }) => {
    const known = categories.get(id);
    return known !== undefined && isAiCategory(known) !== isAiCategory(category);
  });
}

function columnsOf(bots: readonly BotRow[]): unknown[][] {
  const column = (name: keyof BotRow) => bots.map((bot) => bot[name]);
  return [
    column('id'),
    bots.map(storedSlug),
    column('name'),
    column('provider'),
    column('category'),
    column('documentation'),
  ];
}

/**
 * A row that a file has lost stays in the database. With its id in it, its slug is never in the way
 * of another row, of the file or of a later release.
 */
function storedSlug({ id, slug }: BotRow): string {
  return id < FIRST_OWN_ID ? slug : `${slug}-${id}`;
}

/**
 * The bots that the database knows. They are those of the newest registry that was written into it.
 */
export class BotDirectory {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns all of them or those with this name, in upper or lower case, sorted by name. */
  async list(bot?: string): Promise<KnownBot[]> {
    const query = { name: 'list_bots', text: LIST_BOTS, values: [bot ?? null] };
    const { rows } = await this.pool.query<KnownBot>(query);
    return rows;
  }
}
