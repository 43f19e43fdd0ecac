-- Visits by status code over whole hours: the UTC days between are read as days, the edges as
-- hours. Only visits for one host. They are added up by bot first, because there are few bots.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 host, $3 the first whole bucket, $4 the end of the whole buckets,
-- $5 from (inclusive), $6 to (exclusive)
WITH scanners AS MATERIALIZED (
  SELECT id AS bot_id FROM bots WHERE category = 'security_scanner'
  UNION ALL
  SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
  WHERE coalesce(b.category, d.category) = 'security_scanner'
), of_bots AS (
  SELECT bot_id, status_code, sum(visits::float8) AS visits
  FROM (
    SELECT bot_id, status_code, visits
    FROM judged_hosts_daily
    WHERE website_id = $1::integer AND host_id = $2::integer AND bucket >= $3::timestamptz AND bucket < $4::timestamptz
    UNION ALL
    SELECT bot_id, status_code, visits
    FROM judged_hosts_hourly
    WHERE website_id = $1::integer AND host_id = $2::integer AND (bucket >= $5::timestamptz AND bucket < $3::timestamptz OR bucket >= $4::timestamptz AND bucket < $6::timestamptz)
  ) counted
  GROUP BY bot_id, status_code
)
SELECT status_code, sum(visits)::bigint AS visits,
  coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
    coalesce(sum(visits) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
    coalesce(sum(visits) FILTER (WHERE bot_id IN (SELECT bot_id FROM scanners)), 0)::bigint AS scanner_visits
FROM of_bots
GROUP BY status_code
ORDER BY status_code
