import type pg from 'pg';
import { compose, type Composed, valuesOf } from '../compose/compose.js';
import { list, type Sql, sql, textOf } from '../compose/sql.js';
import { DIMENSIONS } from './dimensions.js';
import { MEASURES, totalOf } from './measures.js';
import { SINCE, UNTIL, WEBSITE } from './parameters.js';
import {
  COUNTED,
  GRAIN_SUFFIXES,
  keyOf,
  rawVisits,
  ROLL_UP_NAMES,
  rollUp,
  type RollUpName,
  type TableGrain,
  tableOf,
  UNMERGED_TABLES,
  unmergedOf,
} from './roll-ups.js';

type Names = 'website' | 'since' | 'until';

const START_OF = { hour: 'hour_of', day: 'day_of' } as const;

function forgets(name: RollUpName, grain: TableGrain): Composed<Names> {
  return compose(
    `upkeep/forget_${name}_${GRAIN_SUFFIXES[grain]}`,
    `Deletes what writers counted in ${tableOf(name, grain)} on some days of a website.`,
    sql`DELETE FROM ${tableOf(name, grain)} t
WHERE t.website_id = ${WEBSITE} AND t.bucket >= ${SINCE} AND t.bucket < ${UNTIL}`,
    [WEBSITE],
  );
}

function forgetsUnmerged(name: RollUpName): Composed<Names> {
  return compose(
    `upkeep/forget_unmerged_${name}`,
    `Deletes what writers counted by ${name} on some days of a website and is not merged into tables yet.`,
    sql`DELETE FROM ${unmergedOf(name)} t
WHERE t.website_id = ${WEBSITE} AND t.bucket >= ${SINCE} AND t.bucket < ${UNTIL}`,
    [WEBSITE],
  );
}

/** What counts visits into the table of the shortest buckets, as writers do, and adds it up. */
function counting<Names extends string>(
  name: RollUpName,
  grain: TableGrain,
  where: { raw: Sql<Names>; counted: Sql<Names> },
): Sql<Names> {
  const { of, by, measures, grains, aggregates } = rollUp(name);
  const [shortest] = grains as readonly [TableGrain];
  const key = keyOf(name);
  const isRaw = grain === shortest;
  const read = isRaw
    ? [
        ...['v.website_id', `${START_OF[grain]}(v.time)`],
        ...by.map((dimension) => DIMENSIONS[dimension].raw),
        ...measures.map((measure) => MEASURES[measure].raw),
      ]
    : ['website_id', `${START_OF[grain]}(bucket)`, ...by, ...measures.map(totalOf)];
  const from = isRaw ? rawVisits(rollUp(name)) : `${tableOf(name, shortest)} t`;
  const condition = `${COUNTED[of]}${aggregates ? ' AND v.late' : ''}`;
  return sql`INSERT INTO ${tableOf(name, grain)} (${list([...key, ...measures])})
SELECT ${list(read)}
FROM ${from}
WHERE ${isRaw ? sql`${where.raw} AND ${condition}` : where.counted}
GROUP BY ${list(key.map((_, at) => at + 1))}`;
}

/** The text that counts all raw visits into a table that is new. */
export function countingAll(name: RollUpName, grain: TableGrain): string {
  return textOf(counting(name, grain, { raw: sql`true`, counted: sql`true` }));
}

const OF_DAYS = {
  raw: sql`v.website_id = ${WEBSITE} AND v.time >= ${SINCE} AND v.time < ${UNTIL}`,
  counted: sql`t.website_id = ${WEBSITE} AND t.bucket >= ${SINCE} AND t.bucket < ${UNTIL}`,
};

function counts(name: RollUpName, grain: TableGrain): Composed<Names> {
  return compose(
    `upkeep/recount_${name}_${GRAIN_SUFFIXES[grain]}`,
    `Counts the raw visits of some days of a website, of which nothing is counted yet, in ${tableOf(name, grain)}. Longer buckets are added up from shorter ones.`,
    counting(name, grain, OF_DAYS),
    [WEBSITE],
  );
}

/** What counts the tables of a roll-up again, in this order. */
function recountOf(name: RollUpName): Composed<Names>[] {
  const { grains, isBounded, isFinal, mergedFrom } = rollUp(name);
  if (isFinal) return [];
  const forget = [
    ...(mergedFrom === name ? [forgetsUnmerged(name)] : []),
    ...grains.map((grain) => forgets(name, grain)),
  ];
  if (isBounded) return forget;
  return [...forget, ...grains.map((grain) => counts(name, grain))];
}

export const RECOUNT: readonly Composed<Names>[] = ROLL_UP_NAMES.flatMap(recountOf);

/** The tables that others write to or merge from while days are counted again. */
const LOCKED = ['visits', 'page_digests', ...UNMERGED_TABLES];

export const BEGIN_REPAIR: Composed<never> = compose(
  'upkeep/begin_repair',
  'Begins a transaction in which days are counted again. Writers of visits, the maker of digests and whoever merges counts wait for its end.',
  sql`BEGIN;
SET LOCAL lock_timeout = '35s';
LOCK TABLE ${list(LOCKED.map((table) => `ONLY ${table}`))} IN SHARE ROW EXCLUSIVE MODE`,
);

export const SPOOFED_HOURS: Composed<Names> = compose(
  'upkeep/find_spoofed_hours',
  'The hours in which spoofed visits came.',
  sql`SELECT DISTINCT hour_of(v.time) AS hour
FROM visits v
WHERE v.website_id = ${WEBSITE} AND v.time >= ${SINCE} AND v.time < ${UNTIL} AND ${COUNTED.spoofed}
ORDER BY hour`,
  [WEBSITE],
);
const COUNT_SPOOFED = 'SELECT count_spoofed_of_hour($1::integer, $2::timestamptz)';

/**
 * Counts days of a website again, from the raw visits: from the start of a UTC day (inclusive) to
 * that of another (exclusive). What aggregates count is left to them. Somebody else holds the
 * transaction.
 */
export async function recountDays(
  client: Pick<pg.ClientBase, 'query'>,
  website: number,
  days: { since: Date | string; until: Date | string },
): Promise<void> {
  const values = { website, ...days };
  for (const statement of RECOUNT) await client.query(statement.text, valuesOf(statement, values));
  // Hour by hour, because the rows of a day are bounded in the order in which visits come.
  const { rows } = await client.query<{ hour: Date }>(
    SPOOFED_HOURS.text,
    valuesOf(SPOOFED_HOURS, values),
  );
  for (const { hour } of rows) await client.query(COUNT_SPOOFED, [website, hour.toISOString()]);
}
