import { compose } from '../../compose/compose.js';
import { list, type Sql, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { AI_BOTS, EXACT, OF_BOTS, peopleCounts, TOTALS, VISITS_WITH } from './counts.js';
import { BUCKETS, INTERVAL, WEBSITE } from './parameters.js';
import { clipped, whole } from './rows.js';
import { forEachSource, type Source, TRAFFIC } from './sources.js';

/** What rows are grouped by, and what is shown of it. */
interface Grouping<Names extends string> {
  by: Sql<Names>;
  shown: Sql<Names>;
}

/** Counts of each bucket, over rows with a bucket, a bot and its counts. */
function series<Bucket extends string, Names extends string>(
  name: string,
  about: string,
  { by, shown }: Grouping<Bucket>,
  rows: Sql<Names>,
) {
  return compose(
    `reports/${name}`,
    `${about}\n${EXACT}\n${AI_BOTS}`,
    sql`SELECT ${shown},
  ${TOTALS},
  ${list(peopleCounts())}
FROM (
  ${rows}
) t
GROUP BY ${by}`,
    [WEBSITE],
  );
}

const COUNTS = ['bot_id', 'visits', ...VERDICTS];
/** Shown in seconds since 1970. Rows are not grouped by that number, which takes long to find. */
const epochOf = <Names extends string>(by: Sql<Names>): Grouping<Names> => ({
  by,
  shown: sql`extract(epoch FROM ${by})::bigint AS bucket`,
});
const EPOCH = epochOf(sql`t.bucket`);

/** Rows of a source by bucket. */
function rowsOf<Names extends string>(source: Source<Names>) {
  const { of, where } = source;
  const columns = ['bucket', ...COUNTS, ...PEOPLE_COLUMNS];
  return { of, columns, where: sql`website_id = ${WEBSITE} AND ${where} AND ${OF_BOTS}` };
}

/** Rows whose visits are those with a verification. */
const withVerification = <Names extends string>(
  rows: Sql<Names>,
) => sql`SELECT bucket, bot_id, ${VISITS_WITH} AS visits,
  ${list([...VERDICTS, ...PEOPLE_COLUMNS])}
FROM (
  ${rows}
) counted`;

const clippedTo = (grain: 'week' | 'month') =>
  series(
    `series_${grain}`,
    `Counts by ${grain}: whole ${grain}s from their roll-up, clipped edges from days.`,
    EPOCH,
    clipped(grain, { ...rowsOf(TRAFFIC), columns: [...COUNTS, ...PEOPLE_COLUMNS] }),
  );

/** Counts of all visits, with any verification. */
export const SERIES = {
  hour: series('series_hour', 'Counts by hour.', EPOCH, whole('hour', rowsOf(TRAFFIC))),
  day: series('series_day', 'Counts by day.', EPOCH, whole('day', rowsOf(TRAFFIC))),
  week: clippedTo('week'),
  month: clippedTo('month'),
};

/** Counts of the visits of a source, with a verification or with any. */
export const CHOSEN_SERIES = forEachSource((source) => ({
  hour: series(
    `chosen_hours${source.suffix}`,
    `Counts by hour, with one verification or with any.${source.about}`,
    EPOCH,
    withVerification(whole('hour', rowsOf(source))),
  ),
  day: series(
    `chosen_days${source.suffix}`,
    `Counts by day, week or month, with one verification or with any.${source.about}`,
    epochOf(sql`date_trunc(${INTERVAL}, t.bucket, 'UTC')`),
    withVerification(whole('day', rowsOf(source))),
  ),
}));

/** Counts of the buckets of a time zone. */
export const SERIES_OF_HOURS = forEachSource((source) =>
  series(
    `series_of_hours${source.suffix}`,
    `Counts by bucket, from hours. The place of a bucket is the number of its start, from 1.${source.about}`,
    { by: sql`place`, shown: sql`width_bucket(t.bucket, ${BUCKETS}) AS place` },
    withVerification(whole('hour', rowsOf(source))),
  ),
);
