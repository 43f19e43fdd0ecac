-- Counts by day.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots or null
SELECT extract(epoch FROM t.bucket)::bigint AS bucket,
  sum(t.visits::float8)::bigint AS total_visits,
  coalesce(sum(t.visits::float8) FILTER (WHERE t.bot_id <> 0), 0)::bigint AS bot_visits,
  (sum(t.visits::float8) - coalesce(sum(t.visits::float8) FILTER (WHERE t.bot_id <> 0), 0))::bigint AS human_visits,
  coalesce(sum(t.visits::float8) FILTER (WHERE t.bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
  coalesce(sum(t.verified_visits::float8), 0)::bigint AS verified_visits,
  coalesce(sum(t.spoofed_visits::float8), 0)::bigint AS spoofed_visits,
  coalesce(sum(t.unverifiable_visits::float8), 0)::bigint AS unverifiable_visits
FROM traffic_daily t
WHERE t.website_id = $1 AND t.bucket >= $2 AND t.bucket < $3 AND ($4::integer[] IS NULL OR t.bot_id = ANY ($4))
GROUP BY t.bucket
