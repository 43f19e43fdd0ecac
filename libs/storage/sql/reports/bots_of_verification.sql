-- Visits with one verification and their distinct paths, by bot, over whole days. Errors and times
-- are not counted by verification.
-- $1 website, $2 from (inclusive), $3 to (exclusive),
-- $4 and $5 grains and buckets of the digests to read, $6 the other days to read,
-- $7 and $8 the recent days (inclusive, exclusive), $9 bots, $10 limit or null, $11 verification,
-- $12 prefix of the path or null, $13 the only page or null
WITH names AS MATERIALIZED (
  SELECT bot_id, reported FROM reported_bots($1, $2, $3)
), paged AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, v.page_id, v.visits
  FROM page_visits_with($11, $1, $9, $4, $5, $6, $7, $8) v LEFT JOIN names n ON n.bot_id = v.bot_id
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
FROM counted c JOIN known_bots() b ON b.id = c.bot_id
WHERE c.visits > 0
ORDER BY c.visits DESC, b.name COLLATE "C", b.id
LIMIT $10
