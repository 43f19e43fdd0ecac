-- Visits and distinct paths by bot below a path, or of one page.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 prefix of the path or null, $8 bots or null,
-- $9 limit or null, $10 the first of all days, $11 the only page or null
WITH names AS MATERIALIZED (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1 AND bucket >= $10 AND bucket < $6 AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
), counted AS (
  SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits, unnest(s.error_visits) AS error_visits,
    unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
    unnest(s.unverifiable_visits) AS unverifiable_visits
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  UNION ALL
  SELECT bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM pages_daily
  WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[]) AND bot_id <> 0
  UNION ALL
  SELECT bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM pages_recent
  WHERE website_id = $1 AND bucket >= $5 AND bucket < $6 AND bot_id <> 0
), below AS (
  SELECT coalesce(n.reported, c.bot_id) AS bot_id, page_id, sum(visits::float8) AS visits, sum(error_visits::float8) AS error_visits,
    sum(verified_visits::float8) AS verified_visits, sum(spoofed_visits::float8) AS spoofed_visits,
    sum(unverifiable_visits::float8) AS unverifiable_visits
  FROM counted c LEFT JOIN names n USING (bot_id)
  WHERE ($8::integer[] IS NULL OR c.bot_id = ANY ($8))
    -- This is a condition and not a join. For a join, the planner would look up each page among the
    -- rows of all days.
    AND ($7::text IS NULL OR (page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $7))) IS TRUE)
    AND ($11::bigint IS NULL OR page_id = $11)
  GROUP BY coalesce(n.reported, c.bot_id), page_id
), bots_below AS (
  SELECT bot_id, sum(visits::float8)::bigint AS visits, count(*) AS pages_visited, sum(error_visits::float8)::bigint AS error_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits, coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits
  FROM below
  GROUP BY bot_id
)
SELECT b.id, b.name, b.provider, b.declared, c.visits, c.pages_visited, b.category, c.error_visits, NULL AS first_seen, NULL AS last_seen,
  c.verified_visits, c.spoofed_visits, c.unverifiable_visits
FROM bots_below c JOIN known_bots b ON b.id = c.bot_id
ORDER BY c.visits DESC, b.name COLLATE "C", b.id
LIMIT $9
