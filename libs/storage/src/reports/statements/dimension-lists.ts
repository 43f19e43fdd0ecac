import { compose } from '../../compose/compose.js';
import { list, Parameter, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { AI_BOTS, EXACT, PEOPLE_COUNTS, peopleCounts, summed, TOTALS } from './counts.js';
import { orderedList } from './ordered-list.js';
import { LIMIT, WEBSITE, WEBSITES } from './parameters.js';
import { edges, measureIn, whole } from './rows.js';

/** The counts of a host or country. Lists of them can be ordered by each. */
export const COUNTS_OF_DIMENSION = [
  ...['total_visits', 'bot_visits', 'human_visits', 'ai_bot_visits'],
  ...VERDICTS,
  'error_visits',
  ...PEOPLE_COUNTS,
] as const;

const COUNTS = ['visits', ...VERDICTS, ...PEOPLE_COLUMNS] as const;
const DOMAINS = new Parameter(
  'domains',
  'text[]',
  'domains of the account, to list only hosts of none of them, or null',
);
const HOSTS = new Parameter('hosts', 'integer[]', 'hosts');
const COUNTRIES = new Parameter('countries', 'text[]', 'countries, empty for those without one');
const LAST_DAY = "to_char(max(bucket) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last_day";

/** The text of a host beyond the bound on distinct hosts, which no host has. */
export const OTHER_HOSTS = '*';

/** A host that is no domain of the account and below none. Visits without a host name none. */
const OF_NO_DOMAIN = sql`(${DOMAINS} IS NULL OR h.host <> '' AND NOT EXISTS (
  SELECT FROM unnest(${DOMAINS}) AS domain
  WHERE h.host = domain OR right(h.host, length(domain) + 1) = '.' || domain
))`;

const HOST_ROWS = whole('day', {
  of: 'hosts',
  columns: ['host_id', 'bot_id', 'bucket', ...COUNTS, measureIn('hosts', 'error_visits')],
  where: sql`website_id = ${WEBSITE}`,
});

export const HOSTS_REPORT = orderedList({
  name: 'hosts',
  about: `Visits to a website by host over whole days, in an order. Rows with equal values are ordered by visits, and host.\n${EXACT}\n${AI_BOTS}`,
  before: sql`counted AS (
  ${HOST_ROWS}
)`,
  counted: sql`SELECT host_id, ${LAST_DAY},
  ${TOTALS}, ${summed('error_visits')},
  ${list(peopleCounts())}
FROM counted
GROUP BY host_id`,
  counts: COUNTS_OF_DIMENSION,
  ranks: ['total_visits'],
  where: sql`WHERE ${DOMAINS} IS NULL OR EXISTS (
  SELECT FROM hosts h WHERE h.website_id = ${WEBSITE} AND h.id = host_id AND ${OF_NO_DOMAIN}
)`,
  text: {
    column: `coalesce(h.host, '${OTHER_HOSTS}')`,
    as: 'host',
    from: (row) =>
      sql`FROM (VALUES (${row}.host_id)) AS one (id) LEFT JOIN hosts h ON h.website_id = ${WEBSITE} AND h.id = one.id`,
  },
  more: sql`f.host_id AS id, f.last_day`,
});

export const KEYS_OF_HOSTS = compose(
  'reports/keys_of_hosts',
  'The websites whose tracking keys visits came with, by host, over whole days.',
  sql`SELECT host_id, key_id, sum(visits)::bigint AS visits
FROM (
  ${whole('day', {
    of: 'host_keys',
    columns: ['host_id', 'key_id', 'visits'],
    where: sql`website_id = ${WEBSITE} AND host_id = ANY (${HOSTS})`,
  })}
) counted
GROUP BY host_id, key_id
ORDER BY visits DESC, key_id`,
  [WEBSITE],
);

const AFTER_VISITS = new Parameter(
  'afterVisits',
  'bigint',
  'visits of the row after which the list is read, or null',
);
const AFTER_HOST = new Parameter('afterHost', 'text', 'its host, or null');
const AFTER_WEBSITE = new Parameter('afterWebsite', 'integer', 'its website, or null');

export const HOSTS_OF_WEBSITES = compose(
  'reports/hosts_of_websites',
  `Visits to some websites by website and host over whole days, most visits first, then by host and website.\n${EXACT}\n${AI_BOTS}`,
  sql`SELECT *
FROM (
  SELECT c.website_id, c.host_id AS id, coalesce(h.host, '${OTHER_HOSTS}') AS host, c.last_day,
    ${list(COUNTS_OF_DIMENSION.map((count) => `c.${count}`))}
  FROM (
    SELECT website_id, host_id, ${LAST_DAY},
      ${TOTALS}, ${summed('error_visits')},
      ${list(peopleCounts())}
    FROM (
      ${whole('day', {
        of: 'hosts',
        columns: [
          ...['website_id', 'host_id', 'bot_id', 'bucket'],
          ...[...COUNTS, measureIn('hosts', 'error_visits')],
        ],
        where: sql`website_id = ANY (${WEBSITES})`,
      })}
    ) counted
    GROUP BY website_id, host_id
  ) c LEFT JOIN hosts h ON h.website_id = c.website_id AND h.id = c.host_id
  WHERE ${OF_NO_DOMAIN}
) named
WHERE ${AFTER_VISITS} IS NULL OR total_visits < ${AFTER_VISITS}
  OR total_visits = ${AFTER_VISITS} AND (host COLLATE "C", website_id) > (${AFTER_HOST}, ${AFTER_WEBSITE})
ORDER BY total_visits DESC, host COLLATE "C", website_id
LIMIT ${LIMIT}`,
  [WEBSITES],
);

const OF_WEBSITE = sql`website_id = ${WEBSITE}`;
const COUNTRY_COUNTS = [...COUNTS, measureIn('countries', 'error_visits')];
const BY_HOURS = 'over whole hours: the UTC days between are read as days, the edges as hours.';

/** The counts of each of some rows that a list has. */
const countsBy = (column: string) => sql`SELECT ${column},
  ${TOTALS}, ${summed('error_visits')},
  ${list(peopleCounts())}`;

export const COUNTS_OF_HOSTS = compose(
  'reports/counts_of_hosts',
  `Visits for each of some hosts ${BY_HOURS}\n${EXACT}\n${AI_BOTS}`,
  sql`${countsBy('host_id AS id')}
FROM (
  ${edges({
    of: 'hosts',
    columns: ['host_id', 'bot_id', ...COUNTS, measureIn('hosts', 'error_visits')],
    where: sql`${OF_WEBSITE} AND host_id = ANY (${HOSTS})`,
  })}
) counted
GROUP BY host_id`,
  [WEBSITE],
);
const less = [
  ...COUNTS.map((count) => `-${count}`),
  'CASE WHEN status_code >= 400 THEN -visits ELSE 0 END',
];

export const COUNTRIES_REPORT = orderedList({
  name: 'countries',
  about: `Visits to a website by country over whole days, in an order. Rows with equal values are ordered by visits, and country. What no country is known of is what all countries lack of all visits.\n${EXACT}\n${AI_BOTS}`,
  before: sql`counted AS (
  ${whole('day', { of: 'countries', columns: ['country', 'bot_id', ...COUNTRY_COUNTS], where: OF_WEBSITE })}
  UNION ALL
  ${whole('day', { of: 'traffic', columns: ["''", 'bot_id', ...COUNTS, 'error_visits'], where: OF_WEBSITE })}
  UNION ALL
  ${whole('day', { of: 'countries', columns: ["''", 'bot_id', ...less], where: OF_WEBSITE })}
)`,
  counted: sql`SELECT country,
  ${TOTALS}, ${summed('error_visits')},
  ${list(peopleCounts())}
FROM counted
GROUP BY country`,
  counts: COUNTS_OF_DIMENSION,
  ranks: ['total_visits'],
  where: sql`WHERE total_visits > 0`,
  text: {
    column: 'one.country',
    as: 'country',
    from: (row) => sql`FROM (VALUES (${row}.country)) AS one (country)`,
  },
});

const WITHOUT_ONE = sql`${OF_WEBSITE} AND '' = ANY (${COUNTRIES})`;

export const COUNTS_OF_COUNTRIES = compose(
  'reports/counts_of_countries',
  `Visits from each of some countries ${BY_HOURS} What no country is known of is what all countries lack of all visits.\n${EXACT}\n${AI_BOTS}`,
  sql`${countsBy('country')}
FROM (
  ${edges({ of: 'countries', columns: ['country', 'bot_id', ...COUNTRY_COUNTS], where: sql`${OF_WEBSITE} AND country = ANY (${COUNTRIES})` })}
  UNION ALL
  ${edges({ of: 'traffic', columns: ["''", 'bot_id', ...COUNTS, 'error_visits'], where: WITHOUT_ONE })}
  UNION ALL
  ${edges({ of: 'countries', columns: ["''", 'bot_id', ...less], where: WITHOUT_ONE })}
) counted
GROUP BY country`,
  [WEBSITE],
);
