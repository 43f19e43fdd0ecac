-- Visits by status code over whole days.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT status_code, sum(visits)::bigint AS visits,
  coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits
FROM statuses_daily
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
GROUP BY status_code
ORDER BY status_code
