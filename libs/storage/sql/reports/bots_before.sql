-- The bots that visited a website before a time: as themselves, as the bot that has taken their
-- name over, and as what they were reported as then. Whole months are read from months, the days of
-- the last one from days, and the hours of its last day, if there are any, from hours.
-- $1 website, $2 the time, on the hour
WITH visits AS (
  SELECT bot_id, sum(visits::float8)::bigint AS visits
  FROM (
    SELECT bot_id, visits FROM judged_traffic_monthly
    WHERE website_id = $1 AND bucket < date_trunc('month', $2::timestamptz, 'UTC')
    UNION ALL
    SELECT bot_id, visits FROM judged_traffic_daily
    WHERE website_id = $1 AND bucket >= date_trunc('month', $2, 'UTC') AND bucket < date_trunc('day', $2, 'UTC')
    UNION ALL
    SELECT bot_id, visits FROM judged_traffic_hourly
    WHERE website_id = $1 AND bucket >= date_trunc('day', $2, 'UTC') AND bucket < $2
  ) t
  WHERE bot_id <> 0
  GROUP BY bot_id
)
SELECT coalesce(d.bot_id, v.bot_id) AS id FROM visits v LEFT JOIN declared_bots d ON d.id = v.bot_id
UNION
SELECT reported_bot(v.bot_id, v.visits, d.id, d.bot_id, d.category) FROM visits v LEFT JOIN declared_bots d ON d.id = v.bot_id
