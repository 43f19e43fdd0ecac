-- Visits with one verification and their distinct paths, by bot, over whole days. Errors and times
-- are not counted by verification.
-- $1 website, $2 from (inclusive), $3 to (exclusive),
-- $4 and $5 grains and buckets of the digests to read, $6 the other days to read,
-- $7 and $8 the recent days (inclusive, exclusive), $9 bots, $10 limit or null, $11 verification,
-- $12 prefix of the path or null, $13 the only page or null
WITH names AS MATERIALIZED (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
), counted_pages AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT p.bot_id, p.page_id, visits_with($11, p.visits, p.verified_visits, p.spoofed_visits, p.unverifiable_visits) AS visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($4::text[], $5::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    -- Most sets have no array of the verification.
    WHERE s.bot_id = ANY ($9::integer[]) AND ($11::text = 'not_checked' OR CASE $11
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($6::timestamptz[]) AND bot_id = ANY ($9)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $7 AND bucket < $8 AND bot_id = ANY ($9)
  ) p
), paged AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, v.page_id, v.visits
  FROM counted_pages v LEFT JOIN names n ON n.bot_id = v.bot_id
), pages_of_bots AS (
  SELECT bot_id, sum(visits)::bigint AS visits, count(DISTINCT page_id) AS pages_visited
  FROM paged
  WHERE visits > 0
    AND ($12::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $12)))
    AND ($13::bigint IS NULL OR page_id = $13)
  GROUP BY bot_id
), traffic AS (
  -- Visits beyond the bound on distinct paths have no page.
  SELECT coalesce(n.reported, t.bot_id) AS bot_id,
    sum(visits_with($11, visits, verified_visits, spoofed_visits, unverifiable_visits))::bigint AS visits
  FROM traffic_daily t LEFT JOIN names n USING (bot_id)
  WHERE $12 IS NULL AND $13 IS NULL AND website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id = ANY ($9)
  GROUP BY coalesce(n.reported, t.bot_id)
), counted AS (
  SELECT bot_id, CASE WHEN $12 IS NULL AND $13 IS NULL THEN t.visits ELSE p.visits END AS visits, coalesce(pages_visited, 0) AS pages_visited
  FROM traffic t FULL JOIN pages_of_bots p USING (bot_id)
)
SELECT b.id, b.name, b.provider, b.declared, c.visits, c.pages_visited, b.category,
  NULL AS error_visits, NULL AS first_seen, NULL AS last_seen
FROM counted c JOIN known_bots b ON b.id = c.bot_id
WHERE c.visits > 0
ORDER BY c.visits DESC, b.name COLLATE "C", b.id
LIMIT $10
