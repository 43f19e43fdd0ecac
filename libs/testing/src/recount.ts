interface Database {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * Counts all visits again, or those of a website. Tests that put rows into `visits` themselves need
 * it, because nobody else counts them.
 */
export async function recount(database: Database, websiteId: number | null = null): Promise<void> {
  await database.query(
    `SELECT recount_days(website_id, day_of(min(time)), day_of(max(time)) + INTERVAL '24 hours')
     FROM visits WHERE $1::integer IS NULL OR website_id = $1 GROUP BY website_id`,
    [websiteId],
  );
}
