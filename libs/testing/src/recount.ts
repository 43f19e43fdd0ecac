import { recountDays } from '@app/storage';
import type pg from 'pg';

/** The days of which a website has visits. */
interface DaysOfWebsite {
  website: number;
  since: Date;
  until: Date;
}

/**
 * Counts all visits again, or those of a website. Tests that put rows into `visits` themselves need
 * it, because nobody else counts them.
 */
export async function recount(
  database: Pick<pg.ClientBase, 'query'>,
  websiteId: number | null = null,
): Promise<void> {
  const { rows } = await database.query<DaysOfWebsite>(
    `SELECT website_id AS website, day_of(min(time)) AS since, day_of(max(time)) + INTERVAL '24 hours' AS until
     FROM visits WHERE $1::integer IS NULL OR website_id = $1 GROUP BY website_id`,
    [websiteId],
  );
  for (const { website, since, until } of rows)
    await recountDays(database, website, {
      since: since.toISOString(),
      until: until.toISOString(),
    });
}
