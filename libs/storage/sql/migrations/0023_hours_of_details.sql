-- Status codes and referrals by hour, for reports whose days are those of a time zone. The tables
-- of days stay: a report over a year would read 24 times as many rows.

CREATE TABLE statuses_hourly (LIKE statuses_daily INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('statuses_hourly', 2);

CREATE TABLE referrals_hourly (LIKE referrals_daily INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('referrals_hourly', 2);

-- From which UTC day on both are known. Before it, only days are: the raw visits that would tell
-- the hours had been dropped when these tables were made.
CREATE TABLE hours_known (since timestamptz NOT NULL);
INSERT INTO hours_known SELECT since FROM visits_kept;

-- Writers wait until what there is has been counted, and continue with the new function.
LOCK TABLE ONLY visits IN SHARE ROW EXCLUSIVE MODE;

-- As before (0017), with the hours. Visits are grouped once, and the days are made of the hours.
CREATE OR REPLACE FUNCTION count_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH hours AS MATERIALIZED (
    SELECT website_id, hour_of(time) AS bucket, bot_id, status_code, count(*) AS visits
    FROM new_visits
    GROUP BY 1, 2, 3, 4
  ), by_hour AS (
    INSERT INTO statuses_hourly AS s (website_id, bucket, bot_id, status_code, visits)
    SELECT * FROM hours
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET visits = s.visits + excluded.visits
  )
  INSERT INTO statuses_daily AS s (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, sum(visits)
  FROM hours
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET visits = s.visits + excluded.visits;

  WITH hours AS MATERIALIZED (
    SELECT website_id, hour_of(time) AS bucket, referral_source, count(*) AS visits
    FROM new_visits
    WHERE bot_id = 0 AND referral_source IS NOT NULL
    GROUP BY 1, 2, 3
  ), by_hour AS (
    INSERT INTO referrals_hourly AS r (website_id, bucket, referral_source, visits)
    SELECT * FROM hours
    ORDER BY 1, 2, 3
    ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET visits = r.visits + excluded.visits
  )
  INSERT INTO referrals_daily AS r (website_id, bucket, referral_source, visits)
  SELECT website_id, day_of(bucket), referral_source, sum(visits)
  FROM hours
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET visits = r.visits + excluded.visits;

  INSERT INTO clients_daily AS c (website_id, bucket, browser, os, device, visits)
  SELECT website_id, day_of(time), coalesce(browser, ''), coalesce(os, ''), coalesce(device, ''), count(*)
  FROM new_visits
  WHERE bot_id = 0
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, browser, os, device) DO UPDATE SET visits = c.visits + excluded.visits;

  -- Most batches have no spoofed visit, and pay only for this look.
  IF NOT EXISTS (SELECT FROM new_visits WHERE verification = 2) THEN
    RETURN NULL;
  END IF;

  INSERT INTO spoofed_daily AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
  WITH spoofed AS MATERIALIZED (
    SELECT website_id, day_of(time) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
      count(*) AS visits, min(time) AS first_seen, max(time) AS last_seen
    FROM new_visits
    WHERE verification = 2
    GROUP BY 1, 2, 3, 4, 5
  ), days AS MATERIALIZED (
    SELECT website_id, bucket, (
      SELECT count(*) FROM (
        SELECT FROM spoofed_daily k WHERE k.website_id = d.website_id AND k.bucket = d.bucket LIMIT 4000
      ) known
    ) AS rows
    FROM (SELECT DISTINCT website_id, bucket FROM spoofed) d
  ), placed AS (
    SELECT n.*, d.rows < 2000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
      ) AS with_page, d.rows < 4000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network
      ) AS with_network
    FROM spoofed n JOIN days d USING (website_id, bucket)
  )
  SELECT website_id, bucket, bot_id, CASE WHEN with_page OR with_network THEN network ELSE '0.0.0.0/0' END,
    CASE WHEN with_page THEN page_id ELSE 0 END, sum(visits), min(first_seen), max(last_seen)
  FROM placed
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, network, page_id) DO UPDATE SET
    visits = s.visits + excluded.visits,
    first_seen = least(s.first_seen, excluded.first_seen),
    last_seen = greatest(s.last_seen, excluded.last_seen);

  RETURN NULL;
END
$$;

-- The hours of the past.
INSERT INTO statuses_hourly (website_id, bucket, bot_id, status_code, visits)
SELECT website_id, hour_of(time), bot_id, status_code, count(*)
FROM visits
WHERE time >= (SELECT since FROM hours_known)
GROUP BY 1, 2, 3, 4;

INSERT INTO referrals_hourly (website_id, bucket, referral_source, visits)
SELECT website_id, hour_of(time), referral_source, count(*)
FROM visits
WHERE bot_id = 0 AND referral_source IS NOT NULL AND time >= (SELECT since FROM hours_known)
GROUP BY 1, 2, 3;

-- As before (0017), and the hours are counted again, too.
CREATE OR REPLACE FUNCTION repair_day(website integer, day timestamptz) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
DECLARE
  next_day CONSTANT timestamptz := day + INTERVAL '24 hours';
  hour timestamptz;
BEGIN
  LOCK TABLE ONLY visits, ONLY page_digests IN SHARE ROW EXCLUSIVE MODE;
  IF NOT EXISTS (SELECT FROM visits v WHERE v.website_id = website AND v.time >= day AND v.time < next_day) THEN
    RETURN false;
  END IF;

  DELETE FROM late_traffic_hourly t WHERE t.website_id = website AND t.bucket >= day AND t.bucket < next_day;
  DELETE FROM late_traffic_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM late_pages_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM statuses_hourly t WHERE t.website_id = website AND t.bucket >= day AND t.bucket < next_day;
  DELETE FROM statuses_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM referrals_hourly t WHERE t.website_id = website AND t.bucket >= day AND t.bucket < next_day;
  DELETE FROM referrals_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM clients_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM spoofed_daily t WHERE t.website_id = website AND t.bucket = day;

  CREATE TEMP TABLE recounted (LIKE visits) ON COMMIT DROP;
  CREATE TRIGGER count_late_visits AFTER INSERT ON recounted REFERENCING NEW TABLE AS new_visits
  FOR EACH STATEMENT EXECUTE FUNCTION count_late_visits();
  CREATE TRIGGER count_details AFTER INSERT ON recounted REFERENCING NEW TABLE AS new_visits
  FOR EACH STATEMENT EXECUTE FUNCTION count_details();
  -- Hour by hour, so that the copy stays small.
  FOR hour IN SELECT generate_series(day, next_day - INTERVAL '1 hour', INTERVAL '1 hour') LOOP
    INSERT INTO recounted
    SELECT * FROM visits v WHERE v.website_id = website AND v.time >= hour AND v.time < hour + INTERVAL '1 hour';
    TRUNCATE recounted;
  END LOOP;
  PERFORM rebuild_aggregates(website, day);

  DELETE FROM bot_page_sets s WHERE s.website_id = website AND s.bucket = date_trunc(s.grain, day, 'UTC');
  DELETE FROM page_digests d WHERE d.website_id = website AND d.bucket = date_trunc(d.grain, day, 'UTC');
  RETURN true;
END
$$;
