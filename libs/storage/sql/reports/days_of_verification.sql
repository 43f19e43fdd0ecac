-- Visits of bots with one verification, by day, week or month.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots, $5 verification,
-- $6 day, week or month
SELECT extract(epoch FROM date_trunc($6::text, t.bucket, 'UTC'))::bigint AS bucket,
  sum(t.visits)::bigint AS bot_visits,
  coalesce(sum(t.visits) FILTER (WHERE ai.bot_id IS NOT NULL), 0)::bigint AS ai_bot_visits
FROM (
  SELECT bucket, bot_id, visits_with($5, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits
  FROM traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id = ANY ($4::integer[])
) t LEFT JOIN ai_bots ai ON ai.bot_id = t.bot_id
GROUP BY 1
