-- Top pages by bot visits over whole days. $1 website, $2 from (inclusive), $3 to (exclusive), $4 limit
SELECT p.path, t.bot_visits, t.human_visits
FROM (
  SELECT page_id,
    coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
    coalesce(sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS human_visits
  FROM pages_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  GROUP BY page_id
) t JOIN pages p ON p.id = t.page_id
ORDER BY t.bot_visits DESC, t.human_visits DESC, p.path COLLATE "C"
LIMIT $4
