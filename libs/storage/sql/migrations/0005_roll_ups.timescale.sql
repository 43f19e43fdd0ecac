-- Counts of visits per website and UTC bucket: continuous aggregates, each made of the one below it, so that
-- refreshing recomputes small buckets. Real-time: what is newer than the watermark is read from the level below.

CREATE MATERIALIZED VIEW traffic_minutes
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 minute', time) AS bucket, bot_id,
  count(*) AS visits,
  count(*) FILTER (WHERE status_code >= 400) AS error_visits,
  count(*) FILTER (WHERE verification = 1) AS verified_visits,
  count(*) FILTER (WHERE verification = 2) AS spoofed_visits,
  min(time) AS first_seen, max(time) AS last_seen
FROM visits
GROUP BY 1, 2, 3
WITH NO DATA;

CREATE MATERIALIZED VIEW traffic_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM traffic_minutes
GROUP BY 1, 2, 3
WITH NO DATA;

CREATE MATERIALIZED VIEW traffic_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM traffic_hourly
GROUP BY 1, 2, 3
WITH NO DATA;

CREATE MATERIALIZED VIEW traffic_weekly
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '7 days', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;

CREATE MATERIALIZED VIEW traffic_monthly
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 month', bucket) AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM traffic_daily
GROUP BY 1, 2, 3
WITH NO DATA;

CREATE MATERIALIZED VIEW pages_minutes
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 minute', time) AS bucket, bot_id, page_id,
  count(*) AS visits,
  count(*) FILTER (WHERE status_code >= 400) AS error_visits
FROM visits
WHERE page_id IS NOT NULL
GROUP BY 1, 2, 3, 4
WITH NO DATA;

CREATE MATERIALIZED VIEW pages_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 hour', bucket) AS bucket, bot_id, page_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits
FROM pages_minutes
GROUP BY 1, 2, 3, 4
WITH NO DATA;

CREATE MATERIALIZED VIEW pages_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS
SELECT website_id, time_bucket(INTERVAL '1 day', bucket) AS bucket, bot_id, page_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits
FROM pages_hourly
GROUP BY 1, 2, 3, 4
WITH NO DATA;

-- Minutes with late visits, to be refreshed. Appended to, never updated: a request that comes while its minute is being
-- refreshed must not vanish with the one that is.
CREATE TABLE roll_up_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bucket timestamptz NOT NULL
);
CREATE INDEX roll_up_requests_bucket ON roll_up_requests (bucket);

-- Twenty seconds: a minute is materialised 60 seconds after its end at the earliest, and a statement takes at most 30,
-- so a younger visit is committed by then.
CREATE FUNCTION request_roll_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO roll_up_requests (bucket)
  SELECT DISTINCT time_bucket(INTERVAL '1 minute', time)
  FROM new_visits
  WHERE time < statement_timestamp() - INTERVAL '20 seconds';
  RETURN NULL;
END
$$;

CREATE TRIGGER request_roll_up AFTER INSERT ON visits
REFERENCING NEW TABLE AS new_visits
FOR EACH STATEMENT EXECUTE FUNCTION request_roll_up();
