-- Visits and distinct paths by bot over whole days. $1 website, $2 from (inclusive), $3 to (exclusive)
WITH visits AS (
  SELECT bot_id, sum(visits)::bigint AS visits
  FROM traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id <> 0
  GROUP BY bot_id
), pages AS (
  SELECT bot_id, count(DISTINCT page_id) AS pages_visited
  FROM pages_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id <> 0
  GROUP BY bot_id
)
SELECT b.name, b.provider, v.visits, coalesce(p.pages_visited, 0) AS pages_visited, b.category
FROM visits v JOIN bots b ON b.id = v.bot_id LEFT JOIN pages p USING (bot_id)
ORDER BY v.visits DESC, b.name COLLATE "C"
