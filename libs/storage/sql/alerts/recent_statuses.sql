-- Errors of bots by hour and status.
-- $1 websites, $2 first hour, $3 bots
SELECT website_id, extract(epoch FROM bucket)::float8 * 1000 AS hour, bot_id, status_code AS status, sum(visits)::float8 AS visits
FROM current_statuses_hourly
WHERE website_id = ANY ($1::integer[]) AND bucket >= $2 AND bot_id = ANY ($3::integer[]) AND status_code >= 400
GROUP BY website_id, bucket, bot_id, status_code
