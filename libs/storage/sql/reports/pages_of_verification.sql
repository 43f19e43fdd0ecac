-- Top pages by visits of some bots with one verification.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 limit, $8 prefix of the path or null,
-- $9 bots, $10 verification
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots()
), counted AS (
  SELECT v.page_id, v.visits, ai.bot_id IS NOT NULL AS ai
  FROM page_visits_with($10, $1, $9, $2, $3, $4, $5, $6) v LEFT JOIN ai USING (bot_id)
), first AS (
  SELECT page_id, sum(visits)::bigint AS bot_visits, coalesce(sum(visits) FILTER (WHERE ai), 0)::bigint AS ai_bot_visits
  FROM counted
  WHERE visits > 0
    AND ($8::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $8)))
  GROUP BY page_id
  ORDER BY bot_visits DESC
  -- Pages with equal counts are ordered by path, which is looked up only for them.
  FETCH FIRST $7 ROWS WITH TIES
)
SELECT p.path, f.bot_visits, 0 AS human_visits, f.ai_bot_visits
FROM first f JOIN pages p ON p.id = f.page_id
ORDER BY f.bot_visits DESC, p.path COLLATE "C"
LIMIT $7
