-- What writers count of the visits that they write, in the same transaction (add_counts.sql), by
-- website and UTC bucket: late visits by bot and by page, and the details of all visits. Rows are
-- often updated in place, and fillfactor leaves room for that.
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

-- Status codes and referrals by hour, for reports whose days are those of a time zone. The tables
-- of days stay: a report over a year would read 24 times as many rows.
CREATE TABLE statuses_hourly (LIKE statuses_daily INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('statuses_hourly', 2);

CREATE TABLE referrals_hourly (LIKE referrals_daily INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('referrals_hourly', 2);

-- From which UTC day on both are known by hour. A database that was restored from a backup may know
-- only the days before it.
CREATE TABLE hours_known (since timestamptz NOT NULL);
INSERT INTO hours_known (since) VALUES ('-infinity');

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

-- Requests for static files to websites that count pages only.
CREATE TABLE skipped_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  -- Connections count in different rows, so that they seldom wait for each other.
  lane smallint NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, lane)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('skipped_daily', 2);

-- The start of the UTC hour or day of a moment. date_trunc with a time zone gives the same result
-- for ten times the processor time, and every visit would pay it six times.
CREATE FUNCTION hour_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(INTERVAL '1 hour', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $$;
CREATE FUNCTION day_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(INTERVAL '24 hours', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $$;

-- The sum of two counts by verdict.
CREATE FUNCTION plus(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(one + other, one, other) $$;

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
