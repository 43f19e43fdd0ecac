-- What reports read. Continuous aggregates (schema in_time) count the visits that came before their
-- bucket was materialised. Writers count the late ones in tables, and views read both as one. An
-- aggregate computes whole buckets, so visits that are scattered over past days would be expensive
-- for it.
--
-- Each aggregate is made from the one below it, so that little is computed. They are real-time:
-- whatever is newer than the watermark is read from the level below.
--
-- No visit before the first epoch is in time. This bound is written into the aggregates as a
-- literal. Until something is materialised they read every visit in time, and with the literal the
-- planner leaves out the chunks before it. Minutes, and the pages of hours, are only steps on the
-- way to hours and days.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

CREATE SCHEMA in_time;

DO $do$
BEGIN
  EXECUTE format($$
    CREATE MATERIALIZED VIEW in_time.traffic_minutes
    WITH (timescaledb.continuous, timescaledb.materialized_only = false,
      timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
    SELECT website_id, time_bucket(INTERVAL '1 minute', time) AS bucket, bot_id, count(*) AS visits,
        count(*) FILTER (WHERE status_code >= 400) AS error_visits,
        nullif(count(*) FILTER (WHERE verification = 1), 0) AS verified_visits,
        nullif(count(*) FILTER (WHERE verification = 2), 0) AS spoofed_visits,
        nullif(count(*) FILTER (WHERE verification = 3), 0) AS unverifiable_visits,
        min(time) AS first_seen, max(time) AS last_seen
    FROM visits
    WHERE NOT late AND time >= %L
    GROUP BY 1, 2, 3
    WITH NO DATA
  $$, (SELECT since FROM roll_up_horizon));
END
$do$;
CREATE INDEX traffic_minutes_website_id_bucket ON in_time.traffic_minutes (website_id, bucket);
INSERT INTO website_relations (relation, level, kept) VALUES ('in_time.traffic_minutes', 2, '2 days');

CREATE MATERIALIZED VIEW in_time.traffic_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '70 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, bot_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
FROM in_time.traffic_minutes
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_hourly_website_id_bucket ON in_time.traffic_hourly (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_hourly', 3);

CREATE MATERIALIZED VIEW in_time.traffic_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '350 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, bot_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
FROM in_time.traffic_hourly
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_daily_website_id_bucket ON in_time.traffic_daily (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_daily', 4);

CREATE MATERIALIZED VIEW in_time.traffic_weekly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1400 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '7 days', bucket) AS bucket, bot_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
FROM in_time.traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_weekly_website_id_bucket ON in_time.traffic_weekly (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_weekly', 5);

CREATE MATERIALIZED VIEW in_time.traffic_monthly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1400 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 month', bucket) AS bucket, bot_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
FROM in_time.traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_monthly_website_id_bucket ON in_time.traffic_monthly (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_monthly', 5);

DO $do$
BEGIN
  EXECUTE format($$
    CREATE MATERIALIZED VIEW in_time.pages_minutes
    WITH (timescaledb.continuous, timescaledb.materialized_only = false,
      timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
    SELECT website_id, time_bucket(INTERVAL '1 minute', time) AS bucket, bot_id, page_id, count(*) AS visits,
        count(*) FILTER (WHERE status_code >= 400) AS error_visits,
        nullif(count(*) FILTER (WHERE verification = 1), 0) AS verified_visits,
        nullif(count(*) FILTER (WHERE verification = 2), 0) AS spoofed_visits,
        nullif(count(*) FILTER (WHERE verification = 3), 0) AS unverifiable_visits
    FROM visits
    WHERE NOT late AND time >= %L AND page_id IS NOT NULL
    GROUP BY 1, 2, 3, 4
    WITH NO DATA
  $$, (SELECT since FROM roll_up_horizon));
END
$do$;
CREATE INDEX pages_minutes_website_id_bucket ON in_time.pages_minutes (website_id, bucket);
INSERT INTO website_relations (relation, level, kept) VALUES ('in_time.pages_minutes', 2, '2 days');

CREATE MATERIALIZED VIEW in_time.pages_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, bot_id, page_id,
    sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
FROM in_time.pages_minutes
GROUP BY 1, 2, 3, 4
WITH NO DATA;
CREATE INDEX pages_hourly_website_id_bucket ON in_time.pages_hourly (website_id, bucket);
INSERT INTO website_relations (relation, level, kept) VALUES ('in_time.pages_hourly', 3, '2 days');

CREATE MATERIALIZED VIEW in_time.pages_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '70 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, bot_id, page_id,
    sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
FROM in_time.pages_hourly
GROUP BY 1, 2, 3, 4
WITH NO DATA;
CREATE INDEX pages_daily_website_id_bucket ON in_time.pages_daily (website_id, bucket, bot_id);
INSERT INTO website_relations (relation, level) VALUES ('in_time.pages_daily', 4);

-- A website, bucket and bot may have two rows, one of each kind. Weeks and months of late visits
-- are read from days. Each of their rows gives its day, so that a condition on the day can use the
-- index of days. So a week and bot have several rows.
CREATE VIEW traffic_hourly AS
SELECT * FROM in_time.traffic_hourly
UNION ALL
SELECT * FROM late_traffic_hourly;

CREATE VIEW traffic_daily AS
SELECT * FROM in_time.traffic_daily
UNION ALL
SELECT * FROM late_traffic_daily;

CREATE VIEW traffic_weekly AS
SELECT *, bucket AS day FROM in_time.traffic_weekly
UNION ALL
SELECT website_id, date_trunc('week', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM late_traffic_daily;

CREATE VIEW traffic_monthly AS
SELECT *, bucket AS day FROM in_time.traffic_monthly
UNION ALL
SELECT website_id, date_trunc('month', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM late_traffic_daily;

CREATE VIEW pages_daily AS
SELECT * FROM in_time.pages_daily
UNION ALL
SELECT * FROM late_pages_daily;

-- Today and yesterday by page, in rows of hours and of days. This is cheaper than adding hours up
-- to days for every report.
CREATE VIEW pages_recent AS
SELECT * FROM in_time.pages_hourly
UNION ALL
SELECT * FROM late_pages_daily;
