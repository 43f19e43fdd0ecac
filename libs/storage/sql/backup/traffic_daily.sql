-- What was counted in traffic_daily, from all its sources, with one row for each key.
-- Written by npm run statements.
SELECT website_id, bucket, bot_id, sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
  max(last_seen) AS last_seen
FROM traffic_daily
GROUP BY website_id, bucket, bot_id
