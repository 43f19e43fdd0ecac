-- What reports read. In this flavour it is what was counted at commit; weeks and months are read
-- from days. Each of their rows gives its day, so that a condition on the day can use the index of
-- days. So a week and bot have several rows.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

CREATE VIEW traffic_hourly AS SELECT * FROM late_traffic_hourly;

CREATE VIEW traffic_daily AS SELECT * FROM late_traffic_daily;

CREATE VIEW traffic_weekly AS
SELECT website_id, date_trunc('week', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM late_traffic_daily;

CREATE VIEW traffic_monthly AS
SELECT website_id, date_trunc('month', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM late_traffic_daily;

CREATE VIEW pages_daily AS SELECT * FROM late_pages_daily;

-- Today and yesterday by page, in the rows that are cheapest to read.
CREATE VIEW pages_recent AS SELECT * FROM late_pages_daily;
