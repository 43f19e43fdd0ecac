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

/** A column that a writer sends. */
export interface WrittenColumn {
  name: string;
  /** The type of its array's elements. Buckets are epoch seconds. */
  type: string;
}

/** Tells whether writers append the rows of a roll-up. The others are added to its tables at once. */
export const isAppended = (name: RollUpName): boolean => rollUp(name).mergedFrom !== undefined;

/** What rows are of. */
export const BUCKET_COLUMNS: readonly WrittenColumn[] = [
  { name: 'website_id', type: 'integer' },
  { name: 'bucket', type: 'float8' },
];

/** Which rows are of a website and bucket, where they are appended: from 1, both ends included. */
export const RANGE_COLUMNS: readonly WrittenColumn[] = [
  { name: 'first', type: 'integer' },
  { name: 'last', type: 'integer' },
];

/** Returns what the rows of a roll-up tell apart within a website and bucket, and what they count. */
export function countedColumns(name: RollUpName): WrittenColumn[] {
  const { by, measures } = rollUp(name);
  return [
    ...by.map((dimension) => ({ name: dimension, type: DIMENSIONS[dimension].type })),
    ...measures.map((measure) => ({ name: measure, type: MEASURES[measure].type })),
  ];
}

const parameterOf = (name: string, column: WrittenColumn) =>
  new Parameter(`${name}.${column.name}`, `${column.type}[]`, `${name}: ${column.name}`);

function given(name: RollUpName): Sql {
  const { by, measures, grains } = rollUp(name);
  const columns = [...BUCKET_COLUMNS, ...countedColumns(name)];
  return sql`${name}_given AS ${grains.length > 1 ? 'MATERIALIZED ' : ''}(
  SELECT ${list(['website_id', 'to_timestamp(bucket) AS bucket', ...by, ...measures])}
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

/**
 * Appends rows as arrays, in one row for each website and bucket. They come in this order, so that each
 * array is a part of the one that was sent: to collect it from rows takes several times as long.
 */
function appending(name: RollUpName): Sql {
  const { measures } = rollUp(name);
  const ranges = [...BUCKET_COLUMNS, ...RANGE_COLUMNS];
  const arrays = countedColumns(name).map(
    (column) => sql`(${parameterOf(name, column)})[first:last]`,
  );
  return sql`${name}_appended AS (
  INSERT INTO ${unmergedOf(name)} (${list([...keyOf(name), ...measures])})
  SELECT ${list(['website_id', 'to_timestamp(bucket)', ...arrays])}
  FROM unnest(${list(ranges.map((column) => parameterOf(name, column)))})
    AS u (${list(ranges.map((column) => column.name))})
)`;
}

function written(name: RollUpName): Sql[] {
  if (isAppended(name)) return [appending(name)];
  return [given(name), ...rollUp(name).grains.map((grain) => adding(name, grain))];
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
  `Adds what a transaction writes to the counts. Buckets are epoch seconds. Where rows are appended, the first and the last one of each website and bucket are given. Rows are upserted in the order of their keys, so that two writers of the same buckets wait for each other instead of deadlocking.`,
  sql`WITH ${stacked(WRITTEN.flatMap(written), ', ')}, skipped_day AS (
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
