import { compose, type Composed } from '../compose/compose.js';
import { list, Parameter, type Sql, sql, stacked } from '../compose/sql.js';
import { adding } from './add-counts.js';
import { MEASURES, totalOf } from './measures.js';
import {
  APPENDED,
  keyOf,
  rollUp,
  type RollUpName,
  rollUpsFrom,
  UNMERGED_TABLES,
  unmergedOf,
} from './roll-ups.js';

/**
 * Returns what is not merged yet of a roll-up, as one row for each count: as what follows SELECT.
 *
 * @param from the rows, as what follows FROM, under the alias `n`
 * @param bucket of a row
 */
export function unmergedCounts(name: RollUpName, from: string, bucket = 'n.bucket'): Sql<never> {
  const { by, measures } = rollUp(name);
  const columns = [...by, ...measures];
  const read = [
    ...by.map((one) => `u.${one}`),
    // The elements of an array do not have the precision that a column has.
    ...measures.map((one) =>
      MEASURES[one].total === 'sum' ? `u.${one}` : `u.${one}::${MEASURES[one].type} AS ${one}`,
    ),
  ];
  return sql`${list(['n.website_id', `${bucket} AS bucket`, ...read])}
FROM ${from}, unnest(${list(columns.map((one) => `n.${one}`))})
  AS u (${list(columns)})`;
}

const WEBSITES = new Parameter('websites', 'integer[]', 'websites');
const MOST = new Parameter('most', 'integer', 'the most rows that are taken');

/** The websites that have counts to merge. */
export const FIND_UNMERGED = compose(
  'upkeep/find_unmerged',
  'Websites with counts that are not merged yet.',
  sql`${stacked(
    UNMERGED_TABLES.map((table) => `SELECT website_id FROM ${table}`),
    '\nUNION\n',
  )}
ORDER BY website_id`,
);

function merges(name: RollUpName): Composed<'websites' | 'most'> {
  const { measures } = rollUp(name);
  const key = keyOf(name);
  const merged = rollUpsFrom(name);
  const tables = merged.flatMap((own) => rollUp(own).grains.map((grain) => adding(own, grain)));
  const table = unmergedOf(name);
  return compose(
    `upkeep/merge_${name}`,
    `Adds counts of ${name} that writers have appended to the tables of ${merged.join(' and ')}, and returns how many of their rows it has taken. Reports read both, so they see no difference.`,
    sql`WITH taken AS (
  DELETE FROM ${table}
  WHERE website_id = ANY (${WEBSITES}) AND ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE website_id = ANY (${WEBSITES}) LIMIT ${MOST}))
  RETURNING *
), ${name}_given AS MATERIALIZED (
  SELECT ${list([...key, ...measures.map(totalOf)])}
  FROM (
    SELECT ${unmergedCounts(name, 'taken n')}
  ) counts
  GROUP BY ${list(key)}
), ${stacked(tables, ', ')}
SELECT count(*)::integer AS rows FROM taken`,
    [WEBSITES],
  );
}

/** What merges the rows of each roll-up that writers append. */
export const MERGE_COUNTS: readonly Composed<'websites' | 'most'>[] = APPENDED.map(merges);
