import { compose } from '../../compose/compose.js';
import { list, Parameter, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import {
  AI_BOTS,
  EXACT,
  OF_BOTS,
  OF_AUTOMATION,
  peopleCounts,
  sum,
  TOTALS,
  VERDICT_COUNTS,
  VISITS_WITH,
} from './counts.js';
import { BUCKETS, WEBSITE } from './parameters.js';
import { whole } from './rows.js';
import { forEachSource, type Source } from './sources.js';

const BY = new Parameter('by', 'text', 'bot, provider or category');
const MOST = new Parameter('most', 'bigint', 'number of groups');

const OF_WEBSITE = sql`website_id = ${WEBSITE} AND ${OF_BOTS}`;
const PLACE = sql`width_bucket(bucket, ${BUCKETS}) AS place`;

/** Points and groups as one row of two lists. */
const ANSWER = sql`SELECT coalesce((SELECT json_agg(points) FROM points), '[]') AS points,
  coalesce((SELECT json_agg(json_build_object('name', name, 'visits', visits, 'places', places, 'counts', counts)
    ORDER BY name IS NULL, visits DESC, name COLLATE "C") FROM groups), '[]') AS groups`;

/** Where cells, of which people have the rank 0, have the visits of browsers. */
const BY_RANK = { browsers: sum('visits', 'rank = 0'), automation: sum('automation_visits') };

const ofBots = (source: Source<'value'>, grain: 'hour' | 'day') =>
  compose(
    `reports/groups_${grain}${source.suffix}`,
    `Visits of bots by bucket and group, beside the counts of all visits. One statement reads both, so the groups of a bucket always add up to its visits of bots.${source.about}\n${EXACT}`,
    sql`WITH traffic AS MATERIALIZED (
  SELECT ${PLACE}, bot_id, visits AS all_visits, ${VISITS_WITH} AS visits, ${list([...VERDICTS, ...PEOPLE_COLUMNS])}
  FROM (
    ${whole(grain, {
      of: source.of,
      columns: ['bucket', 'bot_id', 'visits', ...VERDICTS, ...PEOPLE_COLUMNS],
      where: sql`${OF_WEBSITE} AND ${source.where}`,
    })}
  ) counted
), bots_with_visits AS MATERIALIZED (
  SELECT v.bot_id, CASE ${BY} WHEN 'bot' THEN b.name WHEN 'provider' THEN b.provider ELSE b.category END AS name, v.visits
  FROM (
    SELECT bot_id, sum(all_visits::float8)::bigint AS all_visits, sum(visits::float8) AS visits
    FROM traffic WHERE bot_id <> 0 GROUP BY bot_id
  ) v LEFT JOIN declared_bots d ON d.id = v.bot_id
    LEFT JOIN known_bots b ON b.id = reported_bot(v.bot_id, v.all_visits, d.id, d.bot_id, d.category)
), largest AS MATERIALIZED (
  SELECT name, row_number() OVER (ORDER BY sum(visits) DESC, name COLLATE "C") AS rank
  FROM bots_with_visits WHERE name IS NOT NULL GROUP BY name HAVING sum(visits) > 0
  ORDER BY rank LIMIT ${MOST}
), placed AS MATERIALIZED (
  -- People have the rank 0, and bots of no group have none.
  SELECT b.bot_id, l.rank, EXISTS (SELECT FROM ai_bots ai WHERE ai.bot_id = b.bot_id) AS ai
  FROM bots_with_visits b LEFT JOIN largest l USING (name)
  UNION ALL
  SELECT 0, 0, false
), cells AS MATERIALIZED (
  SELECT place, rank, sum(visits::float8) AS visits, sum(visits::float8) FILTER (WHERE ai) AS ai_visits,
    ${list(
      [...VERDICTS, ...PEOPLE_COLUMNS].map((name) => `sum(${name}::float8) AS ${name}`),
    )}, sum(visits::float8) FILTER (WHERE ${OF_AUTOMATION}) AS automation_visits
  FROM traffic JOIN placed USING (bot_id)
  GROUP BY place, rank
), points AS (
  SELECT place, ${list([
    `${sum('visits')}::bigint AS total_visits`,
    `${sum('visits', 'rank IS DISTINCT FROM 0')}::bigint AS bot_visits`,
    `${sum('visits', 'rank = 0')}::bigint AS human_visits`,
    `${sum('ai_visits')}::bigint AS ai_bot_visits`,
    ...VERDICT_COUNTS,
    ...peopleCounts(BY_RANK),
  ])}
  FROM cells
  GROUP BY place
), groups AS (
  SELECT l.name, sum(c.visits)::bigint AS visits, array_agg(place) AS places, array_agg(c.visits::bigint) AS counts
  FROM cells c LEFT JOIN largest l USING (rank)
  WHERE rank IS DISTINCT FROM 0 AND c.visits > 0
  GROUP BY l.name
)
${ANSWER}`,
    [WEBSITE],
  );

const ofStatuses = (source: Source<'value'>, grain: 'hour' | 'day') =>
  compose(
    `reports/groups_of_statuses_${grain}${source.suffix}`,
    `Visits by bucket and status code, beside the counts of all visits. One statement reads both, so the status codes of a bucket always add up to its visits.${source.about}\n${EXACT}\n${AI_BOTS}`,
    sql`WITH points AS (
  SELECT ${PLACE},
    ${TOTALS},
    ${list(peopleCounts())}
  FROM (
    ${whole(grain, {
      of: source.of,
      columns: ['bucket', 'bot_id', 'visits', ...VERDICTS, ...PEOPLE_COLUMNS],
      where: sql`${OF_WEBSITE} AND ${source.where}`,
    })}
  ) counted
  GROUP BY 1
), counted AS MATERIALIZED (
  SELECT ${PLACE}, status_code, sum(visits::float8) AS visits
  FROM (
    ${whole(grain, {
      of: source.statuses,
      columns: ['bucket', 'status_code', 'visits'],
      where: sql`${OF_WEBSITE} AND ${source.where}`,
    })}
  ) counted
  GROUP BY 1, 2
), largest AS MATERIALIZED (
  SELECT status_code FROM counted GROUP BY status_code
  ORDER BY sum(visits) DESC, status_code::text COLLATE "C" LIMIT ${MOST}
), cells AS (
  SELECT largest.status_code, place, sum(visits)::bigint AS visits
  FROM counted LEFT JOIN largest USING (status_code)
  GROUP BY largest.status_code, place
), groups AS (
  SELECT status_code::text AS name, sum(visits)::bigint AS visits, array_agg(place) AS places, array_agg(visits) AS counts
  FROM cells GROUP BY status_code
)
${ANSWER}`,
    [WEBSITE],
  );

export const GROUPS = forEachSource((source) => ({
  hour: ofBots(source, 'hour'),
  day: ofBots(source, 'day'),
}));
export const GROUPS_OF_STATUSES = forEachSource((source) => ({
  hour: ofStatuses(source, 'hour'),
  day: ofStatuses(source, 'day'),
}));
