-- What a trigger counts at commit, by website and UTC bucket: late visits by bot and by page, and
-- the details of all visits. Rows are often updated in place, and fillfactor leaves room for that.
--
-- A count by verdict (verified, spoofed, unverifiable) is null when there is none. While nothing is
-- checked, it takes no room in the row. Sums ignore null.

CREATE TABLE late_traffic_hourly (
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('late_traffic_hourly', 2);

CREATE TABLE late_traffic_daily (LIKE late_traffic_hourly INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('late_traffic_daily', 2);

CREATE TABLE late_pages_daily (
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id, page_id)
) WITH (fillfactor = 80);
INSERT INTO website_relations (relation, level) VALUES ('late_pages_daily', 2);

CREATE TABLE statuses_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, status_code)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('statuses_daily', 2);

-- Counts only people.
CREATE TABLE referrals_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, referral_source)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('referrals_daily', 2);

-- Counts only people. Unknown values are stored as empty text.
CREATE TABLE clients_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  browser text NOT NULL,
  os text NOT NULL,
  device text NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, browser, os, device)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('clients_daily', 2);

-- The start of the UTC hour or day of a moment. date_trunc with a time zone gives the same result
-- for ten times the processor time, and every visit would pay it six times.
CREATE FUNCTION hour_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(INTERVAL '1 hour', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $$;
CREATE FUNCTION day_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(INTERVAL '24 hours', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $$;

-- The sum of two counts by verdict.
CREATE FUNCTION plus(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(one + other, one, other) $$;

-- Upserts run in the order of keys, so that two writers of the same buckets wait for each other
-- instead of deadlocking.
CREATE FUNCTION count_late_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_visits WHERE late) THEN
    RETURN NULL;
  END IF;

  INSERT INTO late_traffic_hourly AS t (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, hour_of(time), bot_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0),
    min(time), max(time)
  FROM new_visits
  WHERE late
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = plus(t.verified_visits, excluded.verified_visits),
    spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
    unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen);

  INSERT INTO late_traffic_daily AS t (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, day_of(time), bot_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0),
    min(time), max(time)
  FROM new_visits
  WHERE late
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = plus(t.verified_visits, excluded.verified_visits),
    spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
    unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen);

  INSERT INTO late_pages_daily AS p (website_id, bucket, bot_id, page_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits)
  SELECT website_id, day_of(time), bot_id, page_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0)
  FROM new_visits
  WHERE late AND page_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, page_id) DO UPDATE SET
    visits = p.visits + excluded.visits,
    error_visits = p.error_visits + excluded.error_visits,
    verified_visits = plus(p.verified_visits, excluded.verified_visits),
    spoofed_visits = plus(p.spoofed_visits, excluded.spoofed_visits),
    unverifiable_visits = plus(p.unverifiable_visits, excluded.unverifiable_visits);

  RETURN NULL;
END
$$;

-- Details have few rows. In both flavours, all visits are counted at commit.
CREATE FUNCTION count_details() RETURNS trigger LANGUAGE plpgsql AS $$
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

  RETURN NULL;
END
$$;

CREATE TRIGGER count_late_visits AFTER INSERT ON visits
REFERENCING NEW TABLE AS new_visits
FOR EACH STATEMENT EXECUTE FUNCTION count_late_visits();

CREATE TRIGGER count_details AFTER INSERT ON visits
REFERENCING NEW TABLE AS new_visits
FOR EACH STATEMENT EXECUTE FUNCTION count_details();
