-- Counts late visits at commit, apart from the continuous aggregates. An aggregate recomputes whole buckets, which
-- visits scattered over past days make dear; so the aggregates (schema in_time) hold the visits that were written
-- before their bucket was materialised, tables kept by a trigger hold the late ones, and reports read both as one.

-- Visits written so far are all taken for late: their counts move from the old aggregates into the tables. So are
-- visits that come from elsewhere and say nothing about it: late ones are always counted.
ALTER TABLE visits ADD COLUMN late boolean NOT NULL DEFAULT true;

-- What is not materialised yet is read from the visits in time; late ones must not slow that down.
DROP INDEX visits_website_id_time;
CREATE INDEX visits_in_time ON visits (website_id, time) WHERE NOT late;
ALTER TABLE visits SET (
  timescaledb.compress,
  timescaledb.compress_segmentby = 'website_id, late',
  timescaledb.compress_orderby = 'time'
);

CREATE TABLE late_traffic_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint NOT NULL,
  spoofed_visits bigint NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor = 70);

CREATE TABLE late_traffic_daily (LIKE late_traffic_hourly INCLUDING ALL) WITH (fillfactor = 70);

CREATE TABLE late_pages_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, page_id)
) WITH (fillfactor = 80);

-- From the raw visits where there are any, from the aggregates where retention has dropped them.
INSERT INTO late_traffic_hourly
SELECT website_id, time_bucket(INTERVAL '1 hour', time), bot_id,
  count(*), count(*) FILTER (WHERE status_code >= 400),
  count(*) FILTER (WHERE verification = 1), count(*) FILTER (WHERE verification = 2),
  min(time), max(time)
FROM visits
GROUP BY 1, 2, 3
UNION ALL
SELECT * FROM traffic_hourly
WHERE bucket < (SELECT coalesce(time_bucket(INTERVAL '1 hour', min(time)), 'infinity') FROM visits);

INSERT INTO late_traffic_daily
SELECT website_id, time_bucket(INTERVAL '1 day', bucket), bot_id,
  sum(visits), sum(error_visits), sum(verified_visits), sum(spoofed_visits), min(first_seen), max(last_seen)
FROM late_traffic_hourly
GROUP BY 1, 2, 3;

INSERT INTO late_pages_daily
SELECT website_id, bucket, bot_id, page_id, sum(visits), sum(error_visits)
FROM (
  SELECT website_id, time_bucket(INTERVAL '1 day', time) AS bucket, bot_id, page_id,
    count(*) AS visits, count(*) FILTER (WHERE status_code >= 400) AS error_visits
  FROM visits
  WHERE page_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT website_id, time_bucket(INTERVAL '1 day', bucket), bot_id, page_id, visits, error_visits
  FROM pages_hourly
  WHERE bucket < (SELECT coalesce(time_bucket(INTERVAL '1 hour', min(time)), 'infinity') FROM visits)
) counted
GROUP BY 1, 2, 3, 4;

DROP TRIGGER request_roll_up ON visits;
DROP FUNCTION request_roll_up;
DROP TABLE roll_up_requests;
DROP MATERIALIZED VIEW traffic_monthly;
DROP MATERIALIZED VIEW traffic_weekly;
DROP MATERIALIZED VIEW traffic_daily;
DROP MATERIALIZED VIEW traffic_hourly;
DROP MATERIALIZED VIEW traffic_minutes;
DROP MATERIALIZED VIEW pages_daily;
DROP MATERIALIZED VIEW pages_hourly;
DROP MATERIALIZED VIEW pages_minutes;

-- The horizon: up to here everything in time is materialised, or about to be. It moves in epochs, see late_before().
CREATE TABLE roll_up_horizon (
  epoch integer NOT NULL,
  late_before timestamptz NOT NULL,
  -- Where the first epoch began: nothing older is in time.
  since timestamptz NOT NULL
);
INSERT INTO roll_up_horizon
SELECT 1, start, start FROM (SELECT time_bucket(INTERVAL '1 minute', now()) AS start) first;

-- Visits older than this are written as late. The caller's transaction joins the epoch that it read the horizon in, by
-- a shared lock: whoever moves the horizon waits for the writers of the epoch before, and so misses none of their
-- visits, while new writers go on in the new epoch. An epoch that ended between reading and locking is left for its
-- successor. Nothing written here needs a refresh of what is materialised, so none is noted down.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  joined roll_up_horizon;
  present integer;
BEGIN
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  LOOP
    SELECT * INTO STRICT joined FROM roll_up_horizon;
    PERFORM pg_advisory_xact_lock_shared(x'626f7468'::integer, joined.epoch);
    SELECT epoch INTO STRICT present FROM roll_up_horizon;
    IF present = joined.epoch THEN
      RETURN joined.late_before;
    END IF;
  END LOOP;
END
$$;

-- Moves the horizon to the end of the last whole minute, by this server's clock; never back.
CREATE FUNCTION move_horizon() RETURNS void LANGUAGE sql AS $$
  UPDATE roll_up_horizon SET epoch = epoch + 1, late_before = next.late_before
  FROM (SELECT time_bucket(INTERVAL '1 minute', clock_timestamp()) AS late_before) next
  WHERE roll_up_horizon.late_before < next.late_before
$$;

-- Waits until every transaction that wrote in an epoch has ended. A write takes 30 s at most.
CREATE FUNCTION wait_for_writers(ended_epoch integer) RETURNS void LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(x'626f7468'::integer, ended_epoch);
END
$$;

CREATE SCHEMA in_time;

-- Nothing older than the first epoch is in time. The bound is written into the aggregates as a literal: until
-- something is materialised they read every visit in time, and with it the planner leaves out the chunks before.
-- Minutes and the pages of hours are steps on the way to hours and days; they are kept for some days only.
DO $do$
BEGIN
  EXECUTE format($$
    CREATE MATERIALIZED VIEW in_time.traffic_minutes
    WITH (timescaledb.continuous, timescaledb.materialized_only = false,
      timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
    SELECT website_id, time_bucket(INTERVAL '1 minute', time) AS bucket, bot_id,
      count(*) AS visits,
      count(*) FILTER (WHERE status_code >= 400) AS error_visits,
      count(*) FILTER (WHERE verification = 1) AS verified_visits,
      count(*) FILTER (WHERE verification = 2) AS spoofed_visits,
      min(time) AS first_seen, max(time) AS last_seen
    FROM visits
    WHERE NOT late AND time >= %L
    GROUP BY 1, 2, 3
    WITH NO DATA
  $$, (SELECT since FROM roll_up_horizon));
END
$do$;
CREATE INDEX traffic_minutes_website_id_bucket ON in_time.traffic_minutes (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '70 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_minutes
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_hourly_website_id_bucket ON in_time.traffic_hourly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '350 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_hourly
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_daily_website_id_bucket ON in_time.traffic_daily (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_weekly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1400 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '7 days', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_weekly_website_id_bucket ON in_time.traffic_weekly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_monthly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1400 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 month', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM in_time.traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;
CREATE INDEX traffic_monthly_website_id_bucket ON in_time.traffic_monthly (website_id, bucket);

DO $do$
BEGIN
  EXECUTE format($$
    CREATE MATERIALIZED VIEW in_time.pages_minutes
    WITH (timescaledb.continuous, timescaledb.materialized_only = false,
      timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
    SELECT website_id, time_bucket(INTERVAL '1 minute', time) AS bucket, bot_id, page_id,
      count(*) AS visits,
      count(*) FILTER (WHERE status_code >= 400) AS error_visits
    FROM visits
    WHERE NOT late AND time >= %L AND page_id IS NOT NULL
    GROUP BY 1, 2, 3, 4
    WITH NO DATA
  $$, (SELECT since FROM roll_up_horizon));
END
$do$;
CREATE INDEX pages_minutes_website_id_bucket ON in_time.pages_minutes (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.pages_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '1 day', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, bot_id, page_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits
FROM in_time.pages_minutes
GROUP BY 1, 2, 3, 4
WITH NO DATA;
CREATE INDEX pages_hourly_website_id_bucket ON in_time.pages_hourly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.pages_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '70 days', timescaledb.create_group_indexes = false) AS
SELECT website_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, bot_id, page_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits
FROM in_time.pages_hourly
GROUP BY 1, 2, 3, 4
WITH NO DATA;
CREATE INDEX pages_daily_website_id_bucket ON in_time.pages_daily (website_id, bucket, bot_id);

-- What reports read: a website, bucket and bot may have two rows, one of each kind.
CREATE VIEW traffic_hourly AS
SELECT * FROM in_time.traffic_hourly
UNION ALL
SELECT * FROM late_traffic_hourly;

CREATE VIEW traffic_daily AS
SELECT * FROM in_time.traffic_daily
UNION ALL
SELECT * FROM late_traffic_daily;

CREATE VIEW traffic_weekly AS
SELECT * FROM in_time.traffic_weekly
UNION ALL
SELECT website_id, date_trunc('week', bucket, 'UTC'), bot_id,
  sum(visits)::bigint, sum(error_visits)::bigint, sum(verified_visits)::bigint, sum(spoofed_visits)::bigint,
  min(first_seen), max(last_seen)
FROM late_traffic_daily
GROUP BY 1, 2, 3;

CREATE VIEW traffic_monthly AS
SELECT * FROM in_time.traffic_monthly
UNION ALL
SELECT website_id, date_trunc('month', bucket, 'UTC'), bot_id,
  sum(visits)::bigint, sum(error_visits)::bigint, sum(verified_visits)::bigint, sum(spoofed_visits)::bigint,
  min(first_seen), max(last_seen)
FROM late_traffic_daily
GROUP BY 1, 2, 3;

CREATE VIEW pages_daily AS
SELECT * FROM in_time.pages_daily
UNION ALL
SELECT * FROM late_pages_daily;

-- Today and yesterday in more rows, of hours and of days: cheaper than to sum hours up to days for every report.
CREATE VIEW pages_recent AS
SELECT * FROM in_time.pages_hourly
UNION ALL
SELECT * FROM late_pages_daily;

-- Upserts go in key order, so that two writers of the same buckets wait for each other instead of deadlocking.
CREATE FUNCTION count_late_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_visits WHERE late) THEN
    RETURN NULL;
  END IF;

  INSERT INTO late_traffic_hourly AS t
    (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, first_seen, last_seen)
  SELECT website_id, date_trunc('hour', time, 'UTC'), bot_id,
    count(*), count(*) FILTER (WHERE status_code >= 400),
    count(*) FILTER (WHERE verification = 1), count(*) FILTER (WHERE verification = 2),
    min(time), max(time)
  FROM new_visits
  WHERE late
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = t.verified_visits + excluded.verified_visits,
    spoofed_visits = t.spoofed_visits + excluded.spoofed_visits,
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen);

  INSERT INTO late_traffic_daily AS t
    (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, first_seen, last_seen)
  SELECT website_id, date_trunc('day', time, 'UTC'), bot_id,
    count(*), count(*) FILTER (WHERE status_code >= 400),
    count(*) FILTER (WHERE verification = 1), count(*) FILTER (WHERE verification = 2),
    min(time), max(time)
  FROM new_visits
  WHERE late
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = t.verified_visits + excluded.verified_visits,
    spoofed_visits = t.spoofed_visits + excluded.spoofed_visits,
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen);

  INSERT INTO late_pages_daily AS p (website_id, bucket, bot_id, page_id, visits, error_visits)
  SELECT website_id, date_trunc('day', time, 'UTC'), bot_id, page_id,
    count(*), count(*) FILTER (WHERE status_code >= 400)
  FROM new_visits
  WHERE late AND page_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, page_id) DO UPDATE SET
    visits = p.visits + excluded.visits,
    error_visits = p.error_visits + excluded.error_visits;

  RETURN NULL;
END
$$;

CREATE TRIGGER count_late_visits AFTER INSERT ON visits
REFERENCING NEW TABLE AS new_visits
FOR EACH STATEMENT EXECUTE FUNCTION count_late_visits();
