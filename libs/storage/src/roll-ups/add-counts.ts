import { compose } from '../compose/compose.js';
import { list, Parameter, type Sql, sql, stacked } from '../compose/sql.js';
import { DIMENSIONS } from './dimensions.js';
import { added, MEASURES, totalOf } from './measures.js';
import {
  keyOf,
  type RollUpName,
  ROLL_UP_NAMES,
  rollUp,
  type TableGrain,
  tableOf,
  unmergedOf,
} from './roll-ups.js';

/**
 * The roll-ups whose rows writers send. Functions of the database count the others, or they are merged
 * from those of another one.
 */
export const WRITTEN = ROLL_UP_NAMES.filter((name) => {
  const { isBounded, mergedFrom = name } = rollUp(name);
  return !isBounded && mergedFrom === name;
});

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
  const { by, measures, grains, mergedFrom } = rollUp(name);
  const columns = writtenColumns(name);
  const read = measures.map((measure) =>
    MEASURES[measure].total === 'sum' ? measure : `to_timestamp(${measure} / 1000) AS ${measure}`,
  );
  return sql`${name}_given AS ${grains.length > 1 && !mergedFrom ? 'MATERIALIZED ' : ''}(
  SELECT ${list(['website_id', 'to_timestamp(bucket) AS bucket', ...by, ...read])}
  FROM unnest(${list(columns.map((column) => parameterOf(name, column)))})
    AS u (${list(columns.map((column) => column.name))})
)`;
}

/** Adds the given rows to a table. They are upserted in the order of their keys. */
export function adding(name: RollUpName, grain: TableGrain): Sql<never> {
  const { by, measures, grains, mergedFrom: source = name } = rollUp(name);
  const key = keyOf(name);
  const numbers = list(key.map((_, at) => at + 1));
  const isShortest = grain === grains[0];
  const bucket = isShortest ? 'bucket' : 'day_of(bucket)';
  const addedUp = sql`SELECT ${list(['website_id', bucket, ...by, ...measures.map(totalOf)])}
  FROM ${source}_given
  GROUP BY ${numbers}`;
  return sql`${name}_${grain} AS (
  INSERT INTO ${tableOf(name, grain)} AS t (${list([...key, ...measures])})
  ${isShortest && source === name ? `SELECT * FROM ${name}_given` : addedUp}
  ORDER BY ${numbers}
  ON CONFLICT (${list(key)}) DO UPDATE SET
    ${list(measures.map(added))}
)`;
}

/** Appends rows as arrays, in one row for each website and bucket. */
function appending(name: RollUpName): Sql {
  const { by, measures } = rollUp(name);
  const arrays = [
    ...by.map((dimension) => `array_agg(${dimension})`),
    ...measures.map((measure) =>
      MEASURES[measure].isNullable
        ? `CASE WHEN count(${measure}) > 0 THEN array_agg(${measure}) END`
        : `array_agg(${measure})`,
    ),
  ];
  return sql`${name}_appended AS (
  INSERT INTO ${unmergedOf(name)} (${list([...keyOf(name), ...measures])})
  SELECT ${list(['website_id', 'bucket', ...arrays])}
  FROM ${name}_given
  GROUP BY website_id, bucket
)`;
}

function written(name: RollUpName): Sql[] {
  const { grains, mergedFrom } = rollUp(name);
  return mergedFrom ? [appending(name)] : grains.map((grain) => adding(name, grain));
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
    WRITTEN.flatMap((name) => [given(name), ...written(name)]),
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
