import type pg from 'pg';
import { statement } from '../database/statement.js';

const FIND_NOT_JUDGED = statement('people/find_websites_not_judged');

/** Returns those of some websites whose visitors are not judged any more, or that are deleted. */
export async function websitesNotJudged(
  client: Pick<pg.ClientBase, 'query'>,
  websiteIds: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  if (websiteIds.size === 0) return websiteIds;
  const { rows } = await client.query<{ id: number }>(FIND_NOT_JUDGED, [[...websiteIds]]);
  return new Set(rows.map(({ id }) => id));
}
