import { compose } from '../../compose/compose.js';
import { list, type Sql, sql } from '../../compose/sql.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { FROM, LIMIT, TO, WEBSITE } from './parameters.js';
import { edges, type Rows, whole } from './rows.js';
import { forEachSource } from './sources.js';
import { EXACT, OF_BOTS, SCANNERS } from './counts.js';

const OF_WEBSITE = sql`website_id = ${WEBSITE}`;
const BY_DAYS = 'over whole days.';
const BY_HOURS = 'over whole hours: the UTC days between are read as days, the edges as hours.';

/** Who got a status: bots, AI bots and scanners among them. */
const VISITORS = [
  ['bot_id <> 0', 'bot_visits'],
  ['bot_id IN (SELECT bot_id FROM ai_bots)', 'ai_bot_visits'],
  ['bot_id IN (SELECT bot_id FROM scanners)', 'scanner_visits'],
].map(([who, as]) => `coalesce(sum(visits) FILTER (WHERE ${who}), 0)::bigint AS ${as}`);

const statuses = <Names extends string>(name: string, when: string, rows: Sql<Names>) =>
  compose(
    `reports/${name}`,
    `Visits by status code ${when} They are added up by bot first, because there are few bots.\n${EXACT}`,
    sql`WITH scanners AS MATERIALIZED (
  ${SCANNERS}
), of_bots AS (
  SELECT bot_id, status_code, sum(visits::float8) AS visits
  FROM (
    ${rows}
  ) counted
  GROUP BY bot_id, status_code
)
SELECT status_code, sum(visits)::bigint AS visits,
  ${list(VISITORS)}
FROM of_bots
GROUP BY status_code
ORDER BY status_code`,
    [WEBSITE],
  );

const STATUS_COLUMNS = ['bot_id', 'status_code', 'visits'];
export const STATUSES = statuses(
  'statuses',
  BY_DAYS,
  whole('day', { of: 'statuses', columns: STATUS_COLUMNS, where: OF_WEBSITE }),
);
export const STATUSES_OF_HOURS = forEachSource(({ statuses: of, suffix, about, where }) =>
  statuses(
    `statuses_of_hours${suffix}`,
    `${BY_HOURS}${about}`,
    edges({ of, columns: STATUS_COLUMNS, where: sql`${OF_WEBSITE} AND ${where}` }),
  ),
);

/** Visits of browsers that are not known to be of automation, and those of them that are known to be of people. */
const BROWSER_COUNTS = list([
  'sum(visits)::bigint AS visits',
  ...PEOPLE_COLUMNS.map((count) => `coalesce(sum(${count}), 0)::bigint AS ${count}`),
]);

const referrals = <Names extends string>(name: string, when: string, rows: Sql<Names>) =>
  compose(
    `reports/${name}`,
    `People sent by AI assistants ${when} An assistant that sent only automation is not listed.`,
    sql`SELECT referral_source AS source, ${BROWSER_COUNTS}
FROM (
  ${rows}
) counted
GROUP BY referral_source
HAVING sum(visits) > 0
ORDER BY visits DESC, referral_source COLLATE "C"`,
    [WEBSITE],
  );

const REFERRAL_ROWS: Rows<'website'> = {
  of: 'referrals',
  columns: ['referral_source', 'visits', ...PEOPLE_COLUMNS],
  where: OF_WEBSITE,
};
export const REFERRALS = referrals('referrals', BY_DAYS, whole('day', REFERRAL_ROWS));
export const REFERRALS_OF_HOURS = referrals('referrals_of_hours', BY_HOURS, edges(REFERRAL_ROWS));

export const CLIENTS = compose(
  'reports/clients',
  'People by browser, by operating system and by device over whole days. What only automation came with is not listed.',
  sql`SELECT kind, name, visits, ${list(PEOPLE_COLUMNS)}
FROM (
  SELECT CASE WHEN GROUPING(browser) = 0 THEN 'browser' WHEN GROUPING(os) = 0 THEN 'os' ELSE 'device' END AS kind,
    coalesce(nullif(coalesce(browser, os, device), ''), 'Unknown') AS name,
    ${BROWSER_COUNTS}
  FROM (
    ${whole('day', { of: 'clients', columns: ['browser', 'os', 'device', 'visits', ...PEOPLE_COLUMNS], where: OF_WEBSITE })}
  ) counted
  GROUP BY GROUPING SETS (browser, os, device)
) named
WHERE visits > 0
ORDER BY kind, visits DESC, name COLLATE "C"`,
  [WEBSITE],
);

/** A moment as the API shows it. */
export const shown = (column: string): string =>
  `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SPOOFED_ROWS = whole('day', {
  of: 'spoofed',
  columns: ['bot_id', 'network', 'page_id', 'visits', 'first_seen', 'last_seen'],
  where: sql`${OF_WEBSITE} AND ${OF_BOTS}`,
});

export const SPOOFED = compose(
  'reports/spoofed',
  'Spoofed visits by claimed bot and network over whole days. Pages are counted and moments written only of those that may be shown.',
  sql`WITH counted AS NOT MATERIALIZED (
  ${SPOOFED_ROWS}
), first AS MATERIALIZED (
  SELECT bot_id, network, sum(visits::float8) AS visits, min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM counted
  WHERE bot_id IN (SELECT id FROM bots)
  GROUP BY bot_id, network
  ORDER BY visits DESC
  -- Rows with equal counts are ordered by the name of the bot, which is looked up only for them.
  FETCH FIRST (${LIMIT}) ROWS WITH TIES
), pages AS (
  SELECT bot_id, network, count(DISTINCT page_id) FILTER (WHERE page_id <> 0) AS pages_visited
  FROM counted
  WHERE (bot_id, network) IN (SELECT bot_id, network FROM first)
  GROUP BY bot_id, network
), shown AS (
  SELECT b.name, b.provider, b.category, f.*, p.pages_visited
  FROM first f JOIN pages p USING (bot_id, network) JOIN bots b ON b.id = f.bot_id
  ORDER BY f.visits DESC, b.name COLLATE "C", f.network
  LIMIT ${LIMIT}
)
SELECT name, provider, category, text(nullif(network, '0.0.0.0/0')) AS network, visits::bigint AS visits, pages_visited,
  ${shown('first_seen')} AS first_seen,
  ${shown('last_seen')} AS last_seen
FROM shown s
ORDER BY s.visits DESC, name COLLATE "C", s.network`,
  [WEBSITE, FROM, TO],
);
