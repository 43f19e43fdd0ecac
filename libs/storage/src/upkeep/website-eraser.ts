import type { Logger } from '@app/observability';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { UpkeepTask } from './upkeep.js';

const PAUSE_MS = 15_000;
/**
 * After this time, a worker that looked up a website before its deletion has written: it needs a
 * few statements of at most 30 s.
 */
const SETTLED_AFTER_SECONDS = 600;

const FIND_WEBSITES = statement('upkeep/find_websites_to_erase');
const FIND_TABLES = statement('upkeep/find_website_tables');
const ERASE_SLICE = statement('upkeep/erase_slice');
const FINISH = statement('upkeep/finish_erasure');
const FORGET_NAMES = statement('upkeep/forget_names');

interface DeletedWebsite {
  id: number;
  public_id: string;
  settled: boolean;
}

interface WebsiteTable {
  relation: string;
  slicing: string;
}

/**
 * Erases visits, counts and pages of deleted websites, in slices. Each slice is one short
 * transaction. A round goes through every table once. A website is finished when a round finds
 * nothing of it, at a time when no process can be writing for it any more.
 */
export function websiteErasureTask({
  logger,
  settledAfterSeconds = SETTLED_AFTER_SECONDS,
}: {
  logger: Logger;
  settledAfterSeconds?: number;
}): UpkeepTask {
  return {
    name: 'erasure',
    async *round(client) {
      let [rows, websites] = [0, 0];
      const { rows: deleted } = await client.query<DeletedWebsite>(FIND_WEBSITES, [
        settledAfterSeconds,
      ]);
      for (const website of deleted) {
        const erased = yield* eraseWebsite(client, website.id);
        rows += erased;
        if (erased > 0 || !website.settled) continue;
        await finish(client, website.id);
        logger.info({ website: website.public_id }, 'a deleted website was erased');
        websites++;
      }
      return { pauseMs: PAUSE_MS, ...(rows + websites > 0 ? { done: { rows, websites } } : {}) };
    },
  };
}

/** Returns how many rows were erased. */
async function* eraseWebsite(
  client: pg.ClientBase,
  websiteId: number,
): AsyncGenerator<void, number> {
  const { rows: tables } = await client.query<WebsiteTable>(FIND_TABLES);
  let erased = 0;
  for (const { relation, slicing } of tables) {
    for (let slice = 0, more = true; more; slice++) {
      yield;
      const values = [relation, slicing, websiteId, slice];
      const { rows } = await client.query<{ erased: string; more: boolean }>(ERASE_SLICE, values);
      erased += Number(rows[0]?.erased);
      more = rows[0]?.more ?? false;
    }
  }
  return erased;
}

async function finish(client: pg.ClientBase, websiteId: number): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ account_id: number }>(FINISH, [websiteId]);
  for (const { account_id: account } of rows) await client.query(FORGET_NAMES, [account]);
  // After an error, the connection is given up anyway.
  await client.query('COMMIT');
}
