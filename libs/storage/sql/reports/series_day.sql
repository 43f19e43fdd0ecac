-- Counts by day.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots or null
SELECT extract(epoch FROM t.bucket)::bigint AS bucket,
  sum(t.visits)::bigint AS total_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id <> 0), 0)::bigint AS bot_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id = 0), 0)::bigint AS human_visits,
  coalesce(sum(t.visits) FILTER (WHERE starts_with(b.category, 'ai_')), 0)::bigint AS ai_bot_visits,
  coalesce(sum(t.verified_visits), 0)::bigint AS verified_visits,
  coalesce(sum(t.spoofed_visits), 0)::bigint AS spoofed_visits,
  coalesce(sum(t.unverifiable_visits), 0)::bigint AS unverifiable_visits
FROM traffic_daily t JOIN bots b ON b.id = t.bot_id
WHERE t.website_id = $1 AND t.bucket >= $2 AND t.bucket < $3 AND ($4::integer[] IS NULL OR t.bot_id = ANY ($4))
GROUP BY t.bucket
