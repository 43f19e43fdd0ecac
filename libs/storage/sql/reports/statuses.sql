-- Visits by status code over whole days.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT status_code, sum(visits)::bigint AS visits,
  coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits
FROM (
  SELECT bot_id, status_code, visits
  FROM judged_statuses_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
) counted
GROUP BY status_code
ORDER BY status_code
