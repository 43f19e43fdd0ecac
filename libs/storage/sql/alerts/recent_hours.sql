-- What bots did on websites, by hour. Bots that nobody asks for are added up with people, as null.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 websites, $2 first hour, $3 bots
SELECT website_id, extract(epoch FROM bucket)::float8 * 1000 AS hour,
  CASE WHEN bot_id = ANY ($3::integer[]) OR bot_id <> 0 AND spoofed_visits > 0 THEN bot_id END AS bot_id,
  sum(visits::float8) AS visits, sum(error_visits::float8) AS errors, coalesce(sum(spoofed_visits::float8), 0) AS spoofed,
  extract(epoch FROM max(last_seen))::float8 * 1000 AS newest
FROM judged_traffic_hourly
WHERE website_id = ANY ($1::integer[]) AND bucket >= $2
GROUP BY 1, 2, 3
