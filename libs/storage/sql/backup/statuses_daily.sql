-- What was counted in statuses_daily, from all its sources, with one row for each key.
-- Written by npm run statements.
SELECT website_id, bucket, bot_id, status_code, sum(visits)::bigint AS visits
FROM current_statuses_daily
GROUP BY website_id, bucket, bot_id, status_code
