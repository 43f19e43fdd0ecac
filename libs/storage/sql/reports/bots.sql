-- Visits and distinct paths by bot over whole days.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots or null,
-- $5 grains of the digests to read, $6 buckets of these digests, $7 the other days to read,
-- $8 recent days (inclusive), $9 end of the recent days, $10 limit or null
WITH visits AS (
  SELECT bot_id, coalesce(sum(visits::float8), 0)::bigint AS visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM (
    SELECT bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen,
      last_seen
    FROM judged_traffic_daily
    WHERE website_id = $1::integer AND bot_id <> 0 AND ($4::integer[] IS NULL OR bot_id IN (SELECT unnest($4::integer[]))) AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) counted
  GROUP BY bot_id
), names AS MATERIALIZED (
  SELECT v.bot_id, reported_bot(v.bot_id, v.visits, d.id, d.bot_id, d.category) AS reported
  FROM visits v LEFT JOIN declared_bots d ON d.id = v.bot_id
), sets AS MATERIALIZED (
  SELECT n.reported AS bot_id, part, bit_or(pages) AS pages
  FROM unnest($5::text[], $6::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  JOIN names n ON n.bot_id = s.bot_id
  GROUP BY n.reported, part
), pairs AS (
  SELECT DISTINCT n.reported AS bot_id, page_id
  FROM (
    SELECT bot_id, page_id
    FROM judged_pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($7::timestamptz[]) AND bot_id <> 0
    UNION ALL
    SELECT bot_id, page_id
    FROM judged_pages_recent
    WHERE website_id = $1::integer AND bucket >= $8::timestamptz AND bucket < $9::timestamptz AND bot_id <> 0
  ) p JOIN names n USING (bot_id)
), counted AS (
  SELECT bot_id, bit_count(pages) AS pages FROM sets
  UNION ALL
  -- Pages of the other days, unless a set has them. A page without a position is in no set.
  SELECT pairs.bot_id, count(*)
  FROM pairs LEFT JOIN page_positions o ON o.page_id = pairs.page_id AND o.website_id = $1::integer
    LEFT JOIN sets ON sets.bot_id = pairs.bot_id AND sets.part = position / 8192
  WHERE sets.pages IS NULL OR get_bit(sets.pages, position % 8192) = 0
  GROUP BY pairs.bot_id
), reports AS (
  SELECT n.reported AS bot_id, coalesce(sum(visits::float8), 0)::bigint AS visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM visits JOIN names n USING (bot_id)
  GROUP BY n.reported
), pages AS (
  SELECT bot_id, sum(pages)::bigint AS pages_visited FROM counted GROUP BY bot_id
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, r.error_visits, r.verified_visits,
  r.spoofed_visits, r.unverifiable_visits, coalesce(p.pages_visited, 0) AS pages_visited,
  to_char(r.first_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS first_seen,
  to_char(r.last_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_seen
FROM reports r JOIN known_bots b ON b.id = r.bot_id LEFT JOIN pages p USING (bot_id)
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $10::bigint
