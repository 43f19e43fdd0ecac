-- Visits and distinct paths by bot below a path. $1 website, $2 from (inclusive), $3 to (exclusive), $4 prefix of the path, $5 bots or null, $6 limit or null
SELECT b.name, b.provider, sum(t.visits)::bigint AS visits, count(DISTINCT t.page_id) AS pages_visited, b.category,
  sum(t.error_visits)::bigint AS error_visits, NULL AS first_seen, NULL AS last_seen
FROM pages_daily t JOIN bots b ON b.id = t.bot_id
WHERE t.website_id = $1 AND t.bucket >= $2 AND t.bucket < $3 AND t.bot_id <> 0
  AND ($5::integer[] IS NULL OR t.bot_id = ANY ($5))
  AND t.page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $4))
GROUP BY b.id
ORDER BY visits DESC, b.name COLLATE "C"
LIMIT $6
