-- Visits by status code over whole hours: the UTC days between are read as days, the edges as
-- hours.
-- $1 website, $2 from (inclusive), $3 and $4 the UTC days between, $5 to (exclusive)
SELECT status_code, sum(visits)::bigint AS visits,
  coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits
FROM (
  SELECT bot_id, status_code, visits FROM statuses_daily
  WHERE website_id = $1 AND bucket >= $3 AND bucket < $4
  UNION ALL
  SELECT bot_id, status_code, visits FROM statuses_hourly
  WHERE website_id = $1 AND (bucket >= $2 AND bucket < $3 OR bucket >= $4 AND bucket < $5)
) edges
GROUP BY status_code
ORDER BY status_code
