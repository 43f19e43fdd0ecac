import { compose } from '../../compose/compose.js';
import { sql } from '../../compose/sql.js';
import { AI_READERS } from './ai-readers.js';
import { EXACT } from './counts.js';
import { otherDays, SETS } from './page-rows.js';
import { BUCKETS, FROM, TO, WEBSITE } from './parameters.js';
import { whole } from './rows.js';

const OF_WEBSITE = sql`website_id = ${WEBSITE}`;
const PLACE = sql`width_bucket(bucket, ${BUCKETS}) AS place`;
const PLACES = 'The place of a bucket is the number of its start, from 1.';

export const PAGES_OF_PROVIDERS = compose(
  'reports/pages_of_providers',
  'Distinct pages that the AI bots of each operator visited over whole days, and how many pages of the sitemap they read. A bot has read a page on a day when one of its visits was not spoofed, and one was no error. Sets of digests know it as bits. A page that has no position among those bits is in none of them.',
  sql`WITH readers AS MATERIALIZED (
  ${AI_READERS}
), sets AS MATERIALIZED (
  SELECT r.provider, s.part, bit_or(s.pages) AS pages,
    bit_or(CASE WHEN s.unread_pages IS NULL THEN s.pages ELSE s.pages & ~ s.unread_pages END) AS read
  FROM ${SETS}
  JOIN readers r USING (bot_id)
  GROUP BY r.provider, s.part
), days AS (
  SELECT bot_id, page_id, sum(visits) > sum(error_visits) AND sum(visits) > coalesce(sum(spoofed_visits), 0) AS is_read
  FROM (
    ${otherDays(
      ['bot_id', 'page_id', 'day_of(bucket) AS day', 'visits', 'error_visits', 'spoofed_visits'],
      sql`bot_id <> 0`,
      '',
    )}
  ) p
  GROUP BY bot_id, page_id, day
), pairs AS MATERIALIZED (
  SELECT r.provider, d.page_id, bool_or(d.is_read) AS is_read
  FROM days d JOIN readers r USING (bot_id)
  GROUP BY r.provider, d.page_id
), listed AS MATERIALIZED (
  SELECT unnest(paths) AS path, unnest(page_ids) AS page_id, unnest(positions) AS position
  FROM sitemaps
  WHERE ${OF_WEBSITE}
), in_sitemap AS MATERIALIZED (
  SELECT page_id, position FROM listed WHERE position IS NOT NULL
  UNION ALL
  SELECT p.id, o.position
  FROM listed l JOIN pages p ON p.website_id = ${WEBSITE} AND p.path = l.path
    LEFT JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.page_id = p.id
  WHERE l.position IS NULL
), masks AS MATERIALIZED (
  SELECT position / 8192 AS part, bit_or(page_bit(position)) AS pages FROM in_sitemap WHERE position IS NOT NULL GROUP BY 1
), counted AS (
  SELECT s.provider, bit_count(s.pages) AS visited, bit_count(s.read & m.pages) AS read
  FROM sets s LEFT JOIN masks m USING (part)
  UNION ALL
  -- What the other days add to the bits.
  SELECT p.provider, count(*) FILTER (WHERE s.pages IS NULL OR get_bit(s.pages, o.position % 8192) = 0),
    count(*) FILTER (WHERE p.is_read AND l.page_id IS NOT NULL AND (s.read IS NULL OR get_bit(s.read, o.position % 8192) = 0))
  FROM pairs p LEFT JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.page_id = p.page_id
    LEFT JOIN sets s ON s.provider = p.provider AND s.part = o.position / 8192
    LEFT JOIN in_sitemap l ON l.page_id = p.page_id
  GROUP BY p.provider
)
SELECT provider, sum(visited)::bigint AS pages_visited, coalesce(sum(read), 0)::bigint AS sitemap_pages_read
FROM counted
GROUP BY provider`,
  [WEBSITE],
);

/** Visits that were not found spoofed. */
export const READS = 'visits::float8 - coalesce(spoofed_visits, 0)';

const reads = (grain: 'hour' | 'day') =>
  compose(
    `reports/reads_of_providers_${grain}`,
    `Reads by AI bots by bucket and operator, from ${grain}s: visits that were not found spoofed. ${PLACES}\n${EXACT}`,
    sql`WITH readers AS MATERIALIZED (
  ${AI_READERS}
), cells AS MATERIALIZED (
  SELECT ${PLACE}, bot_id, sum(${READS}) AS reads
  FROM (
    ${whole(grain, {
      of: 'traffic',
      columns: ['bucket', 'bot_id', 'visits', 'spoofed_visits'],
      where: sql`${OF_WEBSITE} AND bot_id <> 0`,
      isWithoutVerdicts: true,
    })}
  ) counted
  GROUP BY 1, 2
)
SELECT place, provider, sum(reads)::bigint AS visits
FROM cells JOIN readers USING (bot_id)
GROUP BY place, provider
HAVING sum(reads) > 0`,
    [WEBSITE, FROM, TO],
  );

const sent = (grain: 'hour' | 'day') =>
  compose(
    `reports/series_of_referrals_${grain}`,
    `Visits of browsers that AI assistants sent by bucket and assistant, without those of automation, from ${grain}s. ${PLACES}`,
    sql`SELECT ${PLACE}, referral_source AS source, sum(visits)::bigint AS visits
FROM (
  ${whole(grain, {
    of: 'referrals',
    columns: ['bucket', 'referral_source', 'visits'],
    where: OF_WEBSITE,
  })}
) counted
GROUP BY 1, 2
HAVING sum(visits) > 0`,
    [WEBSITE, FROM, TO],
  );

export const READS_OF_PROVIDERS = { hour: reads('hour'), day: reads('day') };
export const SERIES_OF_REFERRALS = { hour: sent('hour'), day: sent('day') };
