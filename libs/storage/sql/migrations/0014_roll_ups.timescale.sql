-- What reports read. Continuous aggregates (schema in_time) count the visits that came before their
-- bucket was materialised. Writers count the late ones in tables, and views read both as one. An
-- aggregate computes whole buckets, so visits that are scattered over past days would be expensive
-- for it.
--
-- Each aggregate is made from the one below it, so that little is computed. They are real-time:
-- whatever is newer than the watermark is read from the level below.

CREATE SCHEMA in_time;

-- No visit before the first epoch is in time. This bound is written into the aggregates as a
-- literal. Until something is materialised they read every visit in time, and with the literal the
-- planner leaves out the chunks before it. Minutes, and the pages of hours, are only steps on the
-- way to hours and days.
DO $do$
BEGIN
  EXECUTE format($$
    CREATE MATERIALIZED VIEW in_time.traffic_minutes
    WITH (timescaledb.continuous, timescaledb.materialized_only = false,
      timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
    SELECT website_id, bot_id, time_bucket(INTERVAL '1 minute', time) AS bucket,
      count(*) AS visits,
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
SELECT website_id, bot_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_minutes
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_hourly_website_id_bucket ON in_time.traffic_hourly (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_hourly', 3);

CREATE MATERIALIZED VIEW in_time.traffic_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '350 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, bot_id, time_bucket(INTERVAL '1 day', bucket) AS bucket,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_hourly
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_daily_website_id_bucket ON in_time.traffic_daily (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_daily', 4);

CREATE MATERIALIZED VIEW in_time.traffic_weekly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1400 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, bot_id, time_bucket(INTERVAL '7 days', bucket) AS bucket,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_weekly_website_id_bucket ON in_time.traffic_weekly (website_id, bucket);
INSERT INTO website_relations (relation, level) VALUES ('in_time.traffic_weekly', 5);

CREATE MATERIALIZED VIEW in_time.traffic_monthly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1400 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, bot_id, time_bucket(INTERVAL '1 month', bucket) AS bucket,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
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
    SELECT website_id, bot_id, time_bucket(INTERVAL '1 minute', time) AS bucket, page_id,
      count(*) AS visits,
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
SELECT website_id, bot_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, page_id,
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
SELECT website_id, bot_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, page_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits
FROM in_time.pages_hourly
GROUP BY 1, 2, 3, 4
WITH NO DATA;
CREATE INDEX pages_daily_website_id_bucket ON in_time.pages_daily (website_id, bucket, bot_id);
INSERT INTO website_relations (relation, level) VALUES ('in_time.pages_daily', 4);

-- A website, bucket and bot may have two rows, one of each kind.
CREATE VIEW traffic_hourly AS
SELECT * FROM in_time.traffic_hourly
UNION ALL
SELECT * FROM late_traffic_hourly;

CREATE VIEW traffic_daily AS
SELECT * FROM in_time.traffic_daily
UNION ALL
SELECT * FROM late_traffic_daily;

-- Weeks and months of late visits are read from days. Each of their rows gives its day, so that a
-- condition on the day can use the index of days. So a week and bot have several rows.
CREATE VIEW traffic_weekly AS
SELECT *, bucket AS day FROM in_time.traffic_weekly
UNION ALL
SELECT website_id, bot_id, date_trunc('week', bucket, 'UTC') AS bucket,
  visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits,
  first_seen::timestamptz, last_seen::timestamptz, bucket AS day
FROM late_traffic_daily;

CREATE VIEW traffic_monthly AS
SELECT *, bucket AS day FROM in_time.traffic_monthly
UNION ALL
SELECT website_id, bot_id, date_trunc('month', bucket, 'UTC') AS bucket,
  visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits,
  first_seen::timestamptz, last_seen::timestamptz, bucket AS day
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

-- Makes what was counted after the commit again, for a website and a UTC day. A refresh cannot do
-- it: it computes a bucket for all websites, from steps that are dropped after two days. Here the
-- steps of the day come back first, each aggregate is made from the one below it by its own
-- definition, and the upkeep drops the old steps again. What is not materialised yet is left to the
-- refresh.
CREATE FUNCTION rebuild_aggregates(website integer, day timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  aggregate record;
BEGIN
  -- If this change were tracked, the next refresh would compute the buckets of all websites again.
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  FOR aggregate IN
    SELECT format('%I.%I', h.schema_name, h.table_name) AS relation,
      format('%I.%I', c.direct_view_schema, c.direct_view_name) AS definition,
      (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = format('%I.%I', c.direct_view_schema, c.direct_view_name)::regclass AND attnum > 0) AS columns,
      time_bucket(width, day) AS first,
      least(time_bucket(width, day + INTERVAL '1439 minutes') + width, materialised) AS after
    FROM _timescaledb_catalog.continuous_agg c
      JOIN _timescaledb_catalog.hypertable h ON h.id = c.mat_hypertable_id
      JOIN _timescaledb_catalog.continuous_aggs_bucket_function f USING (mat_hypertable_id),
      CAST(f.bucket_width AS interval) AS width,
      _timescaledb_functions.cagg_watermark(c.mat_hypertable_id) AS watermark,
      _timescaledb_functions.to_timestamp(watermark) AS materialised
    WHERE c.user_view_schema = 'in_time'
    ORDER BY width
  LOOP
    EXECUTE format('DELETE FROM %s WHERE website_id = $1 AND bucket >= $2 AND bucket < $3', aggregate.relation)
    USING website, aggregate.first, aggregate.after;
    EXECUTE format('INSERT INTO %s (%s) SELECT %2$s FROM %s WHERE website_id = $1 AND bucket >= $2 AND bucket < $3',
      aggregate.relation, aggregate.columns, aggregate.definition)
    USING website, aggregate.first, aggregate.after;
  END LOOP;
END
$$;
