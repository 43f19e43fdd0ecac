-- Counts of visits per website and UTC bucket, exact at commit: a statement trigger keeps hours and days,
-- weeks and months are views over days. Rows are updated often and in place: fillfactor leaves room for that.

CREATE TABLE traffic_hourly (
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

CREATE TABLE traffic_daily (LIKE traffic_hourly INCLUDING ALL) WITH (fillfactor = 70);

CREATE TABLE pages_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, page_id)
) WITH (fillfactor = 80);

CREATE VIEW traffic_weekly AS
SELECT website_id, date_trunc('week', bucket, 'UTC') AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM traffic_daily
GROUP BY website_id, date_trunc('week', bucket, 'UTC'), bot_id;

CREATE VIEW traffic_monthly AS
SELECT website_id, date_trunc('month', bucket, 'UTC') AS bucket, bot_id,
  sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  min(first_seen) AS first_seen, max(last_seen) AS last_seen
FROM traffic_daily
GROUP BY website_id, date_trunc('month', bucket, 'UTC'), bot_id;

-- Upserts go in key order, so that two writers of the same buckets wait for each other instead of deadlocking.
CREATE FUNCTION roll_up_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_hourly AS t
    (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, first_seen, last_seen)
  SELECT website_id, date_trunc('hour', time, 'UTC'), bot_id,
    count(*), count(*) FILTER (WHERE status_code >= 400),
    count(*) FILTER (WHERE verification = 1), count(*) FILTER (WHERE verification = 2),
    min(time), max(time)
  FROM new_visits
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = t.verified_visits + excluded.verified_visits,
    spoofed_visits = t.spoofed_visits + excluded.spoofed_visits,
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen);

  INSERT INTO traffic_daily AS t
    (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, first_seen, last_seen)
  SELECT website_id, date_trunc('day', time, 'UTC'), bot_id,
    count(*), count(*) FILTER (WHERE status_code >= 400),
    count(*) FILTER (WHERE verification = 1), count(*) FILTER (WHERE verification = 2),
    min(time), max(time)
  FROM new_visits
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = t.verified_visits + excluded.verified_visits,
    spoofed_visits = t.spoofed_visits + excluded.spoofed_visits,
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen);

  INSERT INTO pages_daily AS p (website_id, bucket, bot_id, page_id, visits, error_visits)
  SELECT website_id, date_trunc('day', time, 'UTC'), bot_id, page_id,
    count(*), count(*) FILTER (WHERE status_code >= 400)
  FROM new_visits
  WHERE page_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, page_id) DO UPDATE SET
    visits = p.visits + excluded.visits,
    error_visits = p.error_visits + excluded.error_visits;

  RETURN NULL;
END
$$;

CREATE TRIGGER roll_up_visits AFTER INSERT ON visits
REFERENCING NEW TABLE AS new_visits
FOR EACH STATEMENT EXECUTE FUNCTION roll_up_visits();
