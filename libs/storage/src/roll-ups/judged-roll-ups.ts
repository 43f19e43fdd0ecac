import { compose, type Composed } from '../compose/compose.js';
import { list, Parameter, type Sql, sql } from '../compose/sql.js';
import { DIMENSIONS } from './dimensions.js';
import { WEBSITE } from './parameters.js';
import {
  JUDGED_ROLL_UPS,
  judgedMeasures,
  PEOPLE_COLUMNS,
  peopleTableOf,
  rollUp,
  type RollUpName,
  type TableGrain,
} from './roll-ups.js';

/** A column of a table of verdicts, which has an array for each website and bucket. */
export interface VerdictColumn {
  name: string;
  /** The type of its elements. No website has more visits a day than an integer can count. */
  type: string;
}

/** Returns the columns of the verdicts on what a roll-up counts, without website and bucket. */
export function verdictColumns(name: RollUpName): VerdictColumn[] {
  return [
    ...rollUp(name).by.map((dimension) => ({ name: dimension, type: DIMENSIONS[dimension].type })),
    ...[...judgedMeasures(name), ...PEOPLE_COLUMNS].map((count) => ({
      name: count,
      type: 'integer',
    })),
  ];
}

/** The statements about the verdicts on what a roll-up counts, in one of its tables. */
export interface VerdictTable {
  of: RollUpName;
  grain: TableGrain;
  /** Its values: `hours` after the begin of the day, and the columns by their names. */
  replace: Composed;
  forget: Composed<'website' | 'begin'>;
}

const BEGIN = new Parameter('begin', 'timestamptz', 'begin of the UTC day');
const HOURS = new Parameter('hours', 'smallint[]', 'the bucket of each row, in hours after it');

const OF_DAY = sql`website_id = ${WEBSITE} AND bucket >= ${BEGIN} AND bucket < ${BEGIN} + INTERVAL '24 hours'`;
const BUCKET = sql`${BEGIN} + hour * INTERVAL '1 hour'`;

function replacing(name: RollUpName, grain: TableGrain): Composed {
  const table = peopleTableOf(name, grain);
  const columns = verdictColumns(name);
  const names = columns.map((column) => column.name);
  const given = columns.map(
    (column) => new Parameter(column.name, `${column.type}[]`, column.name),
  );
  const rows: Sql = sql`SELECT hour, ${list(names.map((one) => `array_agg(${one}) AS ${one}`))}
  FROM unnest(${list([HOURS, ...given])})
    AS u (${list(['hour', ...names])})
  GROUP BY hour`;
  return compose(
    `people/replace_${name}_${grain}s`,
    `Replaces the verdicts on the visits of a website on a UTC day in ${table}, by ${grain}. Most are the same as before, and are left as they are.`,
    sql`WITH given AS MATERIALIZED (
  ${rows}
), removed AS (
  DELETE FROM ${table}
  WHERE ${OF_DAY} AND bucket NOT IN (SELECT ${BUCKET} FROM given)
)
INSERT INTO ${table} AS t (${list(['website_id', 'bucket', ...names])})
SELECT ${list([sql`${WEBSITE}`, BUCKET, ...names])}
FROM given
ORDER BY hour
ON CONFLICT (website_id, bucket) DO UPDATE SET
  ${list(names.map((one) => `${one} = excluded.${one}`))}
WHERE (${list(names.map((one) => `t.${one}`))})
  IS DISTINCT FROM (${list(names.map((one) => `excluded.${one}`))})`,
    [WEBSITE],
  );
}

function forgetting(name: RollUpName, grain: TableGrain): VerdictTable['forget'] {
  return compose(
    `people/forget_${name}_${grain}s`,
    `Forgets the verdicts in ${peopleTableOf(name, grain)} on a website and UTC day.`,
    sql`DELETE FROM ${peopleTableOf(name, grain)}
WHERE ${OF_DAY}`,
    [WEBSITE],
  );
}

/** Each table of verdicts on what lists of reports tell apart. */
export const VERDICT_TABLES: readonly VerdictTable[] = JUDGED_ROLL_UPS.flatMap((of) =>
  rollUp(of).grains.map((grain) => ({
    ...{ of, grain },
    replace: replacing(of, grain),
    forget: forgetting(of, grain),
  })),
);

/**
 * Returns the verdicts on what a roll-up counts as rows that reports add to it: as what follows FROM.
 *
 * @param from the roll-up that has the table, which may count by more
 */
export function verdictRows(
  from: RollUpName,
  grain: TableGrain,
  names: readonly string[],
): Sql<never> {
  return sql`${peopleTableOf(from, grain)} p, unnest(${list(names.map((name) => `p.${name}`))})
  AS u (${list(names)})`;
}
