-- What writers count of the visits that they write, in the same transaction (add_counts.sql), by
-- website and UTC bucket. Where aggregates count the visits in time, it is the late ones only.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
--
-- A count by verdict (verified, spoofed, unverifiable) is null when there is none. While nothing is
-- checked, it takes no room in the row. Sums ignore null.

-- Visits by bot.
CREATE TABLE late_traffic_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
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
CREATE TABLE late_traffic_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('late_traffic_daily', 2);

-- Visits by bot and page.
CREATE TABLE late_pages_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id, page_id)
) WITH (fillfactor = 80);
INSERT INTO website_relations (relation, level) VALUES ('late_pages_daily', 2);

-- Visits by bot and status code. Tables of days spare a report of a year 24 times as many rows.
CREATE TABLE statuses_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, status_code)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('statuses_hourly', 2);
CREATE TABLE statuses_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, status_code)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('statuses_daily', 2);

-- People that AI assistants sent.
CREATE TABLE referrals_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, referral_source)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('referrals_hourly', 2);
CREATE TABLE referrals_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, referral_source)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('referrals_daily', 2);

-- People by what they came with. Unknown values are empty texts.
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

-- Spoofed visits by claimed bot, network and page, so that operators see who came under a false
-- name also when the raw visits are gone. 0.0.0.0/0 stands for addresses that are not stored, and
-- for networks beyond the bound; the page 0 for pages beyond a bound.
CREATE TABLE spoofed_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  network cidr NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, network, page_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('spoofed_daily', 2);
