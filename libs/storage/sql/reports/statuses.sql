-- Visits by status code over whole days.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
WITH scanners AS MATERIALIZED (
  SELECT id AS bot_id FROM bots WHERE category = 'security_scanner'
  UNION ALL
  SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
  WHERE coalesce(b.category, d.category) = 'security_scanner'
)
SELECT status_code, sum(visits)::bigint AS visits,
  coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
    coalesce(sum(visits) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
    coalesce(sum(visits) FILTER (WHERE bot_id IN (SELECT bot_id FROM scanners)), 0)::bigint AS scanner_visits
FROM (
  SELECT bot_id, status_code, visits
  FROM judged_statuses_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
) counted
GROUP BY status_code
ORDER BY status_code
