import { compose } from '../compose/compose.js';
import { list, Parameter, type Sql, sql, stacked } from '../compose/sql.js';
import { verdictColumns, VERDICT_TABLES } from './judged-roll-ups.js';
import { peopleTableOf, rollUp, type RollUpName, type TableGrain } from './roll-ups.js';

const OLDEST = new Parameter('oldest', 'timestamptz', 'oldest day of raw visits');
const WEBSITE = new Parameter('website', 'integer', 'the only website, or null for all of them');
const OF_PERIOD = sql`bucket >= ${OLDEST} AND (${WEBSITE} IS NULL OR website_id = ${WEBSITE})`;

/** The visits by verdict, and those that were taken from browsers for automation. */
const VERDICTS = {
  people_visits: 'coalesce(sum(people_visits), 0)',
  undecided_visits: 'coalesce(sum(undecided_visits), 0)',
  automation_visits: 'coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)',
  moved_visits: 'coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)',
};
const NAMES = Object.keys(VERDICTS) as (keyof typeof VERDICTS)[];

const sumsOf = (relation: string, rows: Sql<'oldest' | 'website'>) =>
  sql`SELECT '${relation}' AS relation, website_id, bucket,
    ${list(NAMES.map((name) => `${VERDICTS[name]}::bigint AS ${name}`))}
  FROM ${rows}
  GROUP BY website_id, bucket`;

const ofAll = (relation: string) =>
  sumsOf(
    relation,
    sql`(
    SELECT website_id, bucket, bot_id, visits, people_visits, undecided_visits FROM ${relation}
    WHERE ${OF_PERIOD}
  ) verdicts`,
  );

/** Lists of browsers only have what automation takes from them, and not what it has. */
function ofList(name: RollUpName, grain: TableGrain) {
  const relation = peopleTableOf(name, grain);
  const names = verdictColumns(name).map((column) => column.name);
  const given = sql`(
    SELECT p.website_id, p.bucket, u.*
    FROM ${relation} p, unnest(${list(names.map((one) => `p.${one}`))}) AS u (${list(names)})
    WHERE ${OF_PERIOD}
  )`;
  if (names.includes('bot_id')) return sumsOf(relation, sql`${given} verdicts`);
  return sumsOf(
    relation,
    sql`(
    SELECT website_id, bucket, v.bot_id, v.visits, v.people_visits, v.undecided_visits
    FROM ${given} one CROSS JOIN LATERAL (VALUES
      (0, visits, people_visits, undecided_visits), (1, -visits, 0, 0)
    ) AS v (bot_id, visits, people_visits, undecided_visits)
  ) verdicts`,
  );
}

const LISTS = VERDICT_TABLES.map(({ of, grain }) => ({
  relation: peopleTableOf(of, grain),
  ofAll: grain === 'hour' ? 'people_hourly' : 'people_daily',
  hours: grain === 'day' && rollUp(of).grains.includes('hour') ? peopleTableOf(of, 'hour') : null,
}));
const BY_HOURS = [
  ['people_daily', 'people_hourly'],
  ...LISTS.flatMap(({ relation, hours }) => (hours === null ? [] : [[relation, hours]])),
];
const pairs = (some: readonly (readonly string[])[]) =>
  list(some.map(([one, other]) => `('${one}', '${other}')`));

/** Compares verdicts with the visits of browsers, and with each other. */
export const VERIFY_PEOPLE = compose(
  'people/verify_people',
  'Where there are more verdicts than visits of browsers; where the verdicts of a day are not those of its hours, lists have more than all visits, hosts have not all that are listed, or what automation has was not taken from browsers. Returns a row for each website, bucket and count that differs.',
  sql`WITH sums AS MATERIALIZED (
  ${stacked(
    [
      ofAll('people_hourly'),
      ofAll('people_daily'),
      ...VERDICT_TABLES.map(({ of, grain }) => ofList(of, grain)),
    ],
    '\nUNION ALL\n',
  )}
), verdicts AS MATERIALIZED (
  SELECT relation, website_id, bucket, v.count, v.visits
  FROM sums CROSS JOIN LATERAL (VALUES ${list(NAMES.map((name) => `('${name}', ${name})`))}) AS v (count, visits)
), browsers AS MATERIALIZED (
  SELECT website_id, bucket, sum(visits)::bigint AS visits
  FROM traffic_hourly
  WHERE bot_id = 0 AND ${OF_PERIOD}
  GROUP BY website_id, bucket
), judged AS MATERIALIZED (
  SELECT website_id, bucket, listed_hours FROM judged_days WHERE ${OF_PERIOD}
), of_hours AS (
  SELECT r.days AS relation, v.website_id, day_of(v.bucket) AS bucket, v.count, sum(v.visits)::bigint AS visits
  FROM verdicts v JOIN (VALUES ${pairs(BY_HOURS)}) AS r (days, hours) ON r.hours = v.relation
  GROUP BY 1, 2, 3, 4
), of_days AS (
  SELECT * FROM verdicts WHERE relation IN (${list(BY_HOURS.map(([days]) => `'${days}'`))})
), limits AS (
  SELECT l.list AS relation, v.website_id, v.bucket, v.count, v.visits
  FROM verdicts v JOIN (VALUES ${pairs(LISTS.map(({ relation, ofAll: all }) => [relation, all]))}) AS l (list, of_all) ON l.of_all = v.relation
)
SELECT relation, website_id AS website, to_char(bucket AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bucket, count,
  raw, rolled_up
FROM (
  SELECT 'people_hourly' AS relation, s.website_id, day_of(s.bucket) AS bucket, 'visits' AS count,
    coalesce(b.visits, 0) AS raw, s.people_visits + s.undecided_visits + s.automation_visits AS rolled_up
  FROM sums s LEFT JOIN browsers b ON b.website_id = s.website_id AND b.bucket = s.bucket
  WHERE s.relation = 'people_hourly'
    AND s.people_visits + s.undecided_visits + s.automation_visits > coalesce(b.visits, 0)
  UNION ALL
  SELECT relation, website_id, day_of(bucket), 'automation_visits', moved_visits, automation_visits
  FROM sums
  WHERE automation_visits <> moved_visits
  UNION ALL
  SELECT relation, website_id, bucket, count, coalesce(h.visits, 0), coalesce(d.visits, 0)
  FROM of_days d FULL JOIN of_hours h USING (relation, website_id, bucket, count)
  WHERE coalesce(d.visits, 0) <> coalesce(h.visits, 0)
  UNION ALL
  SELECT v.relation, v.website_id, day_of(v.bucket), v.count, coalesce(l.visits, 0), v.visits
  FROM verdicts v LEFT JOIN limits l USING (relation, website_id, bucket, count)
  WHERE v.relation IN (${list(LISTS.map(({ relation }) => `'${relation}'`))}) AND v.visits > coalesce(l.visits, 0)
  UNION ALL
  SELECT l.relation, l.website_id, day_of(l.bucket), l.count, l.visits, coalesce(v.visits, 0)
  FROM limits l JOIN judged j ON j.website_id = l.website_id AND j.bucket = day_of(l.bucket)
    LEFT JOIN verdicts v ON v.relation = l.relation AND v.website_id = l.website_id AND v.bucket = l.bucket AND v.count = l.count
  WHERE l.relation = 'people_hosts_hourly' AND l.bucket < j.bucket + j.listed_hours * INTERVAL '1 hour'
    AND l.visits > coalesce(v.visits, 0)
) differing
ORDER BY relation, website_id, bucket, count`,
  [OLDEST, WEBSITE],
);
