-- Visits of bots with one verification, by hour.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots, $5 verification
SELECT extract(epoch FROM t.bucket)::bigint AS bucket,
  sum(t.visits)::bigint AS bot_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits
FROM (
  SELECT bucket, bot_id, visits_with($5, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits
  FROM traffic_hourly
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id = ANY ($4::integer[])
) t
GROUP BY t.bucket
