import type pg from 'pg';
import { named, type Shard } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { BIGINT, binaryArray, INTEGER } from '../ingest/binary-arrays.js';
import type { BrowserOfClient } from './verdict-rows.js';

const FIND_BROWSERS = statement('people/find_browsers');
const FIND_PATHS = statement('people/find_paths');

/** Returns what some clients of a website are. */
export async function findBrowsers(
  client: pg.ClientBase,
  shard: Shard,
  websiteId: number,
  clients: readonly number[],
): Promise<BrowserOfClient[]> {
  const values = [websiteId, binaryArray(INTEGER, clients, (id) => id)];
  const query = { ...named(shard, 'find_browsers', FIND_BROWSERS), values };
  return (await client.query<BrowserOfClient>(query)).rows;
}

/** Returns the paths of some pages of a website, by their numbers. */
export async function findPaths(
  client: pg.ClientBase,
  shard: Shard,
  websiteId: number,
  pages: readonly number[],
): Promise<Map<number, string>> {
  const values = [websiteId, binaryArray(BIGINT, pages, (id) => id)];
  const query = { ...named(shard, 'find_paths', FIND_PATHS), values };
  const { rows } = await client.query<{ id: number; path: string }>(query);
  return new Map(rows.map(({ id, path }) => [id, path]));
}
