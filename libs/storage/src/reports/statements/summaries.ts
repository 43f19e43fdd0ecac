import { compose } from '../../compose/compose.js';
import { list, NOTHING, type Sql, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { EXACT, PEOPLE_COUNTS, peopleCounts, SCANNERS } from './counts.js';
import { WEBSITES } from './parameters.js';
import { edges, measureIn, type Rows, whole } from './rows.js';
import { forEachSource, type Source, TRAFFIC } from './sources.js';

const OF_SEVERAL = sql`website_id = ANY (${WEBSITES})`;
const TOTALS = [
  ...['total_visits', 'bot_visits', 'human_visits', 'ai_bot_visits'],
  ...VERDICTS,
  ...['error_visits', 'ai_error_visits', 'scanner_visits', 'scanner_error_visits'],
];

/** The visits of browsers by verdict on the visitor, of a website that may have no visits. */
const PEOPLE = list(PEOPLE_COUNTS.map((name) => `coalesce(t.${name}, 0)::bigint AS ${name}`));

/** One more common table expression: a sum by website. */
const byWebsite = <Names extends string>(
  name: string,
  column: string,
  rows: Sql<Names>,
) => sql`, ${name} AS (
  SELECT website_id, sum(${column}) AS ${column}
  FROM (
    ${rows}
  ) counted
  GROUP BY website_id
)`;

/** The counts of a bot, and of all bots of a website. */
const OF_BOT = list(
  ['visits', ...VERDICTS, ...PEOPLE_COLUMNS, 'error_visits'].map(
    (count) => `sum(${count}::float8) AS ${count}`,
  ),
);
const OF_WEBSITE = list([
  'sum(visits) AS total_visits',
  'sum(visits) FILTER (WHERE bot_id <> 0) AS bot_visits',
  'sum(visits) FILTER (WHERE bot_id = 0) AS human_visits',
  'sum(visits) FILTER (WHERE ai.bot_id IS NOT NULL) AS ai_bot_visits',
  ...VERDICTS.map((verdict) => `sum(${verdict}) AS ${verdict}`),
  ...peopleCounts(),
  'sum(error_visits) AS error_visits',
  'sum(error_visits) FILTER (WHERE ai.bot_id IS NOT NULL) AS ai_error_visits',
  'sum(visits) FILTER (WHERE scanners.bot_id IS NOT NULL) AS scanner_visits',
  'sum(error_visits) FILTER (WHERE scanners.bot_id IS NOT NULL) AS scanner_error_visits',
]);

/**
 * The totals of websites, over what their rows of traffic and of referrals are read from.
 *
 * What is added up by bot is materialised, because Citus joins no UNION of distributed tables with the
 * bots, which it reads first.
 */
function summaries<Traffic extends string, Referrals extends string, Skipped extends string>(
  name: string,
  about: string,
  {
    traffic,
    referrals,
    skipped,
  }: {
    traffic: Sql<Traffic>;
    /** Undefined when it is not known who was sent by an AI assistant. */
    referrals?: Sql<Referrals> | undefined;
    /** Undefined when skipped requests are not known. */
    skipped?: Sql<Skipped>;
  },
) {
  return compose(
    `reports/${name}`,
    `${about} They are added up by bot first, because there are few bots. A website without visits has zeros.\n${EXACT}`,
    sql`WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
), scanners AS MATERIALIZED (
  ${SCANNERS}
), of_bots AS MATERIALIZED (
  SELECT website_id, bot_id, ${OF_BOT}
  FROM (
    ${traffic}
  ) counted
  GROUP BY website_id, bot_id
), traffic AS (
  SELECT website_id, ${OF_WEBSITE}
  FROM of_bots LEFT JOIN ai USING (bot_id) LEFT JOIN scanners USING (bot_id)
  GROUP BY website_id
)${referrals ? byWebsite('referrals', 'visits', referrals) : NOTHING}${skipped ? byWebsite('skipped', 'requests', skipped) : NOTHING}
SELECT website_id, ${list(TOTALS.map((total) => `coalesce(t.${total}, 0)::bigint AS ${total}`))},
  ${PEOPLE},
  ${referrals ? 'coalesce(r.visits, 0)::bigint' : 'NULL'} AS ai_referred_visits,
  ${skipped ? 'coalesce(s.requests, 0)::bigint' : 'NULL'} AS skipped_requests
FROM unnest(${WEBSITES}) AS wanted (website_id)
  LEFT JOIN traffic t USING (website_id)
  ${referrals ? 'LEFT JOIN referrals r USING (website_id)' : NOTHING}
  ${skipped ? 'LEFT JOIN skipped s USING (website_id)' : NOTHING}`,
    [WEBSITES],
  );
}

/** Rows of a source by website. */
function rowsOf<Names extends string>(source: Source<Names>) {
  const { of, where } = source;
  const counts = ['visits', ...VERDICTS, ...PEOPLE_COLUMNS, measureIn(of, 'error_visits')];
  const columns = ['website_id', 'bot_id', ...counts];
  return { of, columns, where: sql`${OF_SEVERAL} AND ${where}` };
}
const REFERRALS: Rows<'websites'> = {
  of: 'referrals',
  columns: ['website_id', 'visits'],
  where: OF_SEVERAL,
};

export const SUMMARIES = summaries('summaries', 'Counts of some websites over whole days.', {
  traffic: whole('day', rowsOf(TRAFFIC)),
  referrals: whole('day', REFERRALS),
  skipped: whole('day', { of: 'skipped', columns: ['website_id', 'requests'], where: OF_SEVERAL }),
});

/** Who was sent by AI assistants is not counted by dimension. */
export const SUMMARIES_OF_HOURS = forEachSource((source) =>
  summaries(
    `summaries_of_hours${source.suffix}`,
    `Counts of some websites over whole hours: the UTC days between are read as days, the edges as hours. Skipped requests are counted by UTC day only.${source.about}`,
    {
      traffic: edges(rowsOf(source)),
      referrals: source === TRAFFIC ? edges(REFERRALS) : undefined,
    },
  ),
);
