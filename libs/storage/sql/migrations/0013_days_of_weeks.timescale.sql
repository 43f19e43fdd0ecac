-- Weeks and months that are read from days tell the day of each row: a condition on it is looked up in the index of days,
-- one on the bucket made every report by week or month read all days there ever were. Several rows a week and bot.

CREATE OR REPLACE VIEW traffic_weekly AS
SELECT *, bucket AS day FROM in_time.traffic_weekly
UNION ALL
SELECT website_id, date_trunc('week', bucket, 'UTC'), bot_id,
  visits, error_visits, verified_visits, spoofed_visits, first_seen, last_seen, bucket
FROM late_traffic_daily;

CREATE OR REPLACE VIEW traffic_monthly AS
SELECT *, bucket AS day FROM in_time.traffic_monthly
UNION ALL
SELECT website_id, date_trunc('month', bucket, 'UTC'), bot_id,
  visits, error_visits, verified_visits, spoofed_visits, first_seen, last_seen, bucket
FROM late_traffic_daily;
