-- Visits and distinct paths by bot below a path, or of one page.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 grains of the digests to read,
-- $5 buckets of these digests, $6 bots or null, $7 the other days to read,
-- $8 recent days (inclusive), $9 end of the recent days, $10 prefix of the path or null,
-- $11 the only page or null, $12 limit or null
WITH names AS MATERIALIZED (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
), counted AS (
  SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
    unnest(s.error_visits) AS error_visits, unnest(s.verified_visits) AS verified_visits,
    unnest(s.spoofed_visits) AS spoofed_visits, unnest(s.unverifiable_visits) AS unverifiable_visits
  FROM unnest($4::text[], $5::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  WHERE ($6::integer[] IS NULL OR bot_id = ANY ($6::integer[]))
  UNION ALL
  SELECT bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM judged_pages_daily
  WHERE website_id = $1::integer AND bucket = ANY ($7::timestamptz[]) AND bot_id <> 0 AND ($6::integer[] IS NULL OR bot_id = ANY ($6::integer[]))
  UNION ALL
  SELECT bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM judged_pages_recent
  WHERE website_id = $1::integer AND bucket >= $8::timestamptz AND bucket < $9::timestamptz AND bot_id <> 0 AND ($6::integer[] IS NULL OR bot_id = ANY ($6::integer[]))
), below AS (
  SELECT coalesce(n.reported, c.bot_id) AS bot_id, page_id,
    sum(visits::float8) AS visits, sum(error_visits::float8) AS error_visits,
      sum(verified_visits::float8) AS verified_visits, sum(spoofed_visits::float8) AS spoofed_visits,
      sum(unverifiable_visits::float8) AS unverifiable_visits
  FROM counted c LEFT JOIN names n USING (bot_id)
  WHERE ($10::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $10::text)
  )) IS TRUE) AND ($11::bigint IS NULL OR page_id = $11::bigint)
  GROUP BY coalesce(n.reported, c.bot_id), page_id
), bots_below AS (
  SELECT bot_id, count(*) AS pages_visited, coalesce(sum(visits::float8), 0)::bigint AS visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits
  FROM below
  GROUP BY bot_id
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, r.error_visits, r.verified_visits,
  r.spoofed_visits, r.unverifiable_visits, r.pages_visited, NULL AS first_seen, NULL AS last_seen
FROM bots_below r JOIN known_bots b ON b.id = r.bot_id
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $12::bigint
