import type pg from 'pg';

/**
 * What makes a database refuse visits to paths that begin with `/poison`, a statement each. Its
 * function `path_of` returns the path of a page of a website. No release has either of them.
 */
export const REFUSE_POISON = [
  `CREATE FUNCTION path_of(website integer, page bigint) RETURNS text LANGUAGE sql
   AS $$ SELECT path FROM pages WHERE website_id = website AND id = page $$`,
  `ALTER TABLE visits ADD CONSTRAINT no_poison CHECK (path_of(website_id, page_id) NOT LIKE '/poison%')`,
];

/** Changes what a database refuses, statement by statement: Citus sends each of them to its nodes. */
export async function changeVisits(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    // Citus asks for this before it makes triggers on visits. Other databases do not know the word.
    await client.query('SET citus.enable_unsafe_triggers = on');
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}
