import { compose } from '../compose/compose.js';
import { list, Parameter, type Sql, sql, stacked } from '../compose/sql.js';
import { DIMENSIONS } from './dimensions.js';
import { added, MEASURES, totalOf } from './measures.js';
import { type RollUpName, ROLL_UP_NAMES, rollUp, type TableGrain, tableOf } from './roll-ups.js';

/** The roll-ups whose rows writers send. Functions of the database count the others. */
export const WRITTEN = ROLL_UP_NAMES.filter((name) => !rollUp(name).isBounded);

/** A column of the rows that a writer has counted. */
export interface WrittenColumn {
  name: string;
  /** The type of its array's elements. Buckets are epoch seconds, times epoch milliseconds. */
  type: string;
}

/** Returns the columns of the rows that writers send for a roll-up, in their order. */
export function writtenColumns(name: RollUpName): WrittenColumn[] {
  const { by, measures } = rollUp(name);
  return [
    { name: 'website_id', type: 'integer' },
    { name: 'bucket', type: 'float8' },
    ...by.map((dimension) => ({ name: dimension, type: DIMENSIONS[dimension].type })),
    ...measures.map((measure) => ({
      name: measure,
      type: MEASURES[measure].total === 'sum' ? 'bigint' : 'float8',
    })),
  ];
}

const parameterOf = (name: string, column: WrittenColumn) =>
  new Parameter(`${name}.${column.name}`, `${column.type}[]`, `${name}: ${column.name}`);

function given(name: RollUpName): Sql {
  const { by, measures, grains } = rollUp(name);
  const columns = writtenColumns(name);
  const read = measures.map((measure) =>
    MEASURES[measure].total === 'sum' ? measure : `to_timestamp(${measure} / 1000) AS ${measure}`,
  );
  return sql`${name}_given AS ${grains.length > 1 ? 'MATERIALIZED ' : ''}(
  SELECT ${list(['website_id', 'to_timestamp(bucket) AS bucket', ...by, ...read])}
  FROM unnest(${list(columns.map((column) => parameterOf(name, column)))})
    AS u (${list(columns.map((column) => column.name))})
)`;
}

/** Adds rows to a table. They are upserted in the order of their keys. */
function adding(name: RollUpName, grain: TableGrain): Sql {
  const { by, measures, grains } = rollUp(name);
  const key = ['website_id', 'bucket', ...by];
  const numbers = list(key.map((_, at) => at + 1));
  const longer = sql`SELECT ${list(['website_id', 'day_of(bucket)', ...by, ...measures.map(totalOf)])}
  FROM ${name}_given
  GROUP BY ${numbers}`;
  return sql`${name}_${grain} AS (
  INSERT INTO ${tableOf(name, grain)} AS t (${list([...key, ...measures])})
  ${grain === grains[0] ? `SELECT * FROM ${name}_given` : longer}
  ORDER BY ${numbers}
  ON CONFLICT (${list(key)}) DO UPDATE SET
    ${list(measures.map(added))}
)`;
}

const SKIPPED = [
  { name: 'website_id', type: 'integer' },
  { name: 'bucket', type: 'float8' },
  { name: 'requests', type: 'bigint' },
];
/** The columns of spoofed visits, as count_spoofed_in takes them. */
const SPOOFED = [
  { name: 'website_id', type: 'integer' },
  { name: 'bucket', type: 'float8' },
  { name: 'bot_id', type: 'integer' },
  { name: 'ip', type: 'inet' },
  { name: 'page_id', type: 'bigint' },
  { name: 'visits', type: 'bigint' },
  { name: 'first_seen', type: 'float8' },
  { name: 'last_seen', type: 'float8' },
];

/** Adds what a transaction writes to all counts. */
export const ADD_COUNTS = compose(
  'ingest/add_counts',
  `Adds what a transaction writes to the counts. Buckets are epoch seconds, first and last times are epoch milliseconds. Rows are upserted in the order of their keys, so that two writers of the same buckets wait for each other instead of deadlocking.`,
  sql`WITH ${stacked(
    WRITTEN.flatMap((name) => [
      given(name),
      ...rollUp(name).grains.map((grain) => adding(name, grain)),
    ]),
    ', ',
  )}, skipped_day AS (
  INSERT INTO skipped_daily AS t (website_id, bucket, lane, requests)
  SELECT website_id, to_timestamp(bucket), pg_backend_pid() % 16, sum(requests)
  FROM unnest(${list(SKIPPED.map((column) => parameterOf('skipped', column)))})
    AS u (website_id, bucket, requests)
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (website_id, bucket, lane) DO UPDATE SET requests = t.requests + excluded.requests
)
-- Most groups have no spoofed visit.
SELECT CASE WHEN cardinality(${parameterOf('spoofed', SPOOFED[0] as WrittenColumn)}) > 0 THEN
  count_spoofed_in('spoofed_daily', ${list(SPOOFED.map((column) => parameterOf('spoofed', column)))})
END`,
);
