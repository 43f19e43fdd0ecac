-- Spoofed visits by claimed bot, network and page, so that operators see who came under a false
-- name also when the raw visits are gone.
--
-- Whoever sends such visits may choose their addresses and paths, so the rows of a website and day
-- are bounded. From about 2,000 rows on, the new pages of a network are counted together; from
-- about 4,000 on, new networks are as well. Every visit is counted all the same.

CREATE TABLE spoofed_daily (
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  -- 0.0.0.0/0 stands for addresses that are not stored, and for networks beyond the bound.
  network cidr NOT NULL,
  -- 0 stands for pages beyond a bound: that of distinct paths, or the one above.
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, network, page_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('spoofed_daily', 2);

-- The network that an address is reported as. A full address is cut here.
CREATE FUNCTION network_of(address inet) RETURNS cidr LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(network(set_masklen(address, CASE family(address) WHEN 4 THEN 24 ELSE 48 END)), '0.0.0.0/0') $$;

-- Of the visits that a row counts, those by bots with this verification.
CREATE FUNCTION visits_with(verification text, visits bigint, verified bigint, spoofed bigint, unverifiable bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE verification
    WHEN 'verified' THEN coalesce(verified, 0)
    WHEN 'spoofed' THEN coalesce(spoofed, 0)
    WHEN 'unverifiable' THEN coalesce(unverifiable, 0)
    WHEN 'not_checked' THEN visits - coalesce(verified, 0) - coalesce(spoofed, 0) - coalesce(unverifiable, 0)
    ELSE visits
  END
$$;

-- As before, with spoofed visits at the end.
CREATE OR REPLACE FUNCTION count_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statuses_daily AS s (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(time), bot_id, status_code, count(*)
  FROM new_visits
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET visits = s.visits + excluded.visits;

  INSERT INTO referrals_daily AS r (website_id, bucket, referral_source, visits)
  SELECT website_id, day_of(time), referral_source, count(*)
  FROM new_visits
  WHERE bot_id = 0 AND referral_source IS NOT NULL
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

-- As before (0011), and spoofed visits are counted again, too.
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
  DELETE FROM statuses_daily t WHERE t.website_id = website AND t.bucket = day;
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
