import { type Sql, sql } from '../../compose/sql.js';
import { Parameter } from '../../compose/sql.js';
import { WEBSITE } from './parameters.js';

/** The UTC days that decide which bots have their own names. */
export const NAMED_FROM = new Parameter(
  'namedFrom',
  'timestamptz',
  'first UTC day that decides which bots have their own names',
);
export const NAMED_TO = new Parameter('namedTo', 'timestamptz', 'the end of these days');

/** What bots that name themselves are reported as in a period, by `bot_id`. */
export function declaredNames<From extends string, To extends string>(
  from: Parameter<From>,
  to: Parameter<To>,
): Sql<'website' | From | To> {
  return sql`SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
FROM (
  SELECT bot_id, sum(visits::float8)::bigint AS visits
  FROM traffic_daily
  WHERE website_id = ${WEBSITE} AND bucket >= ${from} AND bucket < ${to} AND bot_id >= 1000000
  GROUP BY bot_id
) t LEFT JOIN declared_bots d ON d.id = t.bot_id`;
}
