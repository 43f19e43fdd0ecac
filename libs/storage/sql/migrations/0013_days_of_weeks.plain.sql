-- Weeks and months that are read from days tell the day of each row: a condition on it is looked up in the index of days,
-- one on the bucket made every report by week or month read all days there ever were. Several rows a week and bot.

CREATE OR REPLACE VIEW traffic_weekly AS
SELECT website_id, date_trunc('week', bucket, 'UTC') AS bucket, bot_id,
  visits, error_visits, verified_visits, spoofed_visits, first_seen::timestamptz, last_seen::timestamptz, bucket AS day
FROM traffic_daily;

CREATE OR REPLACE VIEW traffic_monthly AS
SELECT website_id, date_trunc('month', bucket, 'UTC') AS bucket, bot_id,
  visits, error_visits, verified_visits, spoofed_visits, first_seen::timestamptz, last_seen::timestamptz, bucket AS day
FROM traffic_daily;
