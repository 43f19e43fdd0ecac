import type pg from 'pg';

const REFUSE_POISON = [
  `CREATE FUNCTION path_of(website integer, page bigint) RETURNS text LANGUAGE sql
   AS $$ SELECT path FROM pages WHERE website_id = website AND id = page $$`,
  `ALTER TABLE visits ADD CONSTRAINT no_poison CHECK (path_of(website_id, page_id) NOT LIKE '/poison%')`,
];

/**
 * Makes a database refuse visits to paths that begin with `/poison`. The function `path_of` returns the
 * path of a page of a website. No release has either of them.
 *
 * @param more what else the database shall have, a statement each
 */
export async function poisonVisits(pool: pg.Pool, more: string[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    // Nobody else needs triggers on visits. Citus asks for this, and nothing else knows the word.
    await client.query('SET citus.enable_unsafe_triggers = on');
    // One by one, because Citus sends each to its nodes.
    for (const statement of [...REFUSE_POISON, ...more]) await client.query(statement);
  } finally {
    client.release(true);
  }
}
