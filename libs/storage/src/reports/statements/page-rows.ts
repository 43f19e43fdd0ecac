import { list, type Sql, sql } from '../../compose/sql.js';
import { DAYS, GRAINS, PAGE, PATH, RECENT_FROM, RECENT_TO, STARTS, WEBSITE } from './parameters.js';

/**
 * Rows of the days of pages that no digest covers, some of them recent.
 *
 * @param prefix of the relations that are read; without one, they do not have the verdicts on visitors
 */
export function otherDays<Names extends string>(
  columns: readonly string[],
  where: Sql<Names>,
  prefix: 'judged_' | '' = 'judged_',
) {
  return sql`SELECT ${list(columns)}
FROM ${prefix}pages_daily
WHERE website_id = ${WEBSITE} AND bucket = ANY (${DAYS}) AND ${where}
UNION ALL
SELECT ${list(columns)}
FROM ${prefix}pages_recent
WHERE website_id = ${WEBSITE} AND bucket >= ${RECENT_FROM} AND bucket < ${RECENT_TO} AND ${where}`;
}

/** The digests that are read, as `d`. */
export const DIGESTS = sql`unnest(${GRAINS}, ${STARTS}) AS wanted (grain, bucket)
JOIN page_digests d ON d.website_id = ${WEBSITE} AND d.grain = wanted.grain AND d.bucket = wanted.bucket`;

/** The sets of bots that are read, as `s`. */
export const SETS = sql`unnest(${GRAINS}, ${STARTS}) AS wanted (grain, bucket)
JOIN bot_page_sets s ON s.website_id = ${WEBSITE} AND s.grain = wanted.grain AND s.bucket = wanted.bucket`;

/** Rows of a bot and a page each, from the arrays of its set. */
export function ofSets<Names extends string>(columns: readonly string[], where: Sql<Names>) {
  return sql`SELECT ${list([
    's.bot_id',
    'unnest(s.page_ids) AS page_id',
    ...columns.map((column) => `unnest(s.${column}) AS ${column}`),
  ])}
FROM ${SETS}
WHERE ${where}`;
}

/**
 * Limits rows to some pages. It is a condition and not a join: for a join, the planner would look up
 * each page among the rows of all days.
 */
export const OF_PAGES = sql`(${PATH} IS NULL OR (page_id IN (
  SELECT id FROM pages WHERE website_id = ${WEBSITE} AND starts_with(path, ${PATH})
)) IS TRUE) AND (${PAGE} IS NULL OR page_id = ${PAGE})`;
