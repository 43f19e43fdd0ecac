import type pg from 'pg';

const IS_CITUS = "SELECT FROM pg_extension WHERE extname = 'citus'";
const ON_NODES = 'SELECT sum(result::integer)::integer AS n FROM run_command_on_all_nodes($1)';

/**
 * Returns what a statement counts, added up over all nodes that have a part of the database.
 *
 * @param sql returns one number
 */
export async function countOnNodes(pool: pg.Pool, sql: string): Promise<number> {
  const isCitus = (await pool.query(IS_CITUS)).rowCount === 1;
  const { rows } = isCitus
    ? await pool.query<{ n: number }>(ON_NODES, [sql])
    : await pool.query<{ n: number }>(`SELECT (${sql})::integer AS n`);
  return rows[0]?.n ?? 0;
}
