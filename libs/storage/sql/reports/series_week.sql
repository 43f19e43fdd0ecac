-- Counts by week: whole weeks from their roll-up, clipped edges from days.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- $1 website, $2 from (inclusive), $3 to $4 the whole weeks between, $5 to (exclusive),
-- $6 bots or null
SELECT extract(epoch FROM t.bucket)::bigint AS bucket,
  sum(t.visits::float8)::bigint AS total_visits,
  coalesce(sum(t.visits::float8) FILTER (WHERE t.bot_id <> 0), 0)::bigint AS bot_visits,
  (sum(t.visits::float8) - coalesce(sum(t.visits::float8) FILTER (WHERE t.bot_id <> 0), 0))::bigint AS human_visits,
  coalesce(sum(t.visits::float8) FILTER (WHERE t.bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
  coalesce(sum(t.verified_visits::float8), 0)::bigint AS verified_visits,
  coalesce(sum(t.spoofed_visits::float8), 0)::bigint AS spoofed_visits,
  coalesce(sum(t.unverifiable_visits::float8), 0)::bigint AS unverifiable_visits
FROM (
  SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM traffic_weekly
  WHERE website_id = $1 AND day >= $3 AND day < $4
  UNION ALL
  SELECT date_trunc('week', bucket, 'UTC'), bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM traffic_daily
  WHERE website_id = $1 AND (bucket >= $2 AND bucket < $3 OR bucket >= $4 AND bucket < $5)
) t
WHERE $6::integer[] IS NULL OR t.bot_id = ANY ($6)
GROUP BY t.bucket
