-- The verdicts on visits of browsers by what lists of reports tell apart, as rows that reports add
-- to what writers have counted: the visits of automation go from people, which are the bot 0, to
-- the bot 6. The judge replaces all of a website and day, so that its rows are arrays in one row
-- for each bucket. Nothing in them tells visitors apart, and they stay.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

CREATE TABLE people_pages_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  page_id bigint[] NOT NULL,
  visits integer[] NOT NULL,
  error_visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_pages_daily', 2);

CREATE TABLE people_hosts_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  host_id integer[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_hosts_hourly', 2);

CREATE TABLE people_hosts_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  host_id integer[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_hosts_daily', 2);

CREATE TABLE people_countries_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  country text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_countries_hourly', 2);

CREATE TABLE people_countries_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  country text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_countries_daily', 2);

CREATE TABLE people_referrals_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_referrals_hourly', 2);

CREATE TABLE people_referrals_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_referrals_daily', 2);

CREATE TABLE people_clients_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  browser text[] NOT NULL,
  os text[] NOT NULL,
  device text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_clients_daily', 2);

CREATE VIEW judged_pages_daily AS
SELECT website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM pages_daily
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.page_id, u.visits::bigint, u.error_visits::bigint, NULL, NULL,
    NULL, u.people_visits::bigint, u.undecided_visits::bigint
FROM people_pages_daily p, unnest(p.bot_id, p.page_id, p.visits, p.error_visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, page_id, visits, error_visits, people_visits, undecided_visits);

CREATE VIEW judged_statuses_hourly AS
SELECT website_id, bucket, bot_id, status_code, visits, NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
FROM current_statuses_hourly
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.status_code, u.visits::bigint, u.people_visits::bigint,
    u.undecided_visits::bigint
FROM people_hosts_hourly p, unnest(p.bot_id, p.status_code, p.visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, status_code, visits, people_visits, undecided_visits);

CREATE VIEW judged_statuses_daily AS
SELECT website_id, bucket, bot_id, status_code, visits, NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
FROM current_statuses_daily
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.status_code, u.visits::bigint, u.people_visits::bigint,
    u.undecided_visits::bigint
FROM people_hosts_daily p, unnest(p.bot_id, p.status_code, p.visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, status_code, visits, people_visits, undecided_visits);

CREATE VIEW judged_hosts_hourly AS
SELECT website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM current_hosts_hourly
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.status_code, u.host_id, u.visits::bigint, NULL, NULL, NULL,
    u.people_visits::bigint, u.undecided_visits::bigint
FROM people_hosts_hourly p, unnest(p.bot_id, p.status_code, p.host_id, p.visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, status_code, host_id, visits, people_visits, undecided_visits);

CREATE VIEW judged_hosts_daily AS
SELECT website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM current_hosts_daily
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.status_code, u.host_id, u.visits::bigint, NULL, NULL, NULL,
    u.people_visits::bigint, u.undecided_visits::bigint
FROM people_hosts_daily p, unnest(p.bot_id, p.status_code, p.host_id, p.visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, status_code, host_id, visits, people_visits, undecided_visits);

CREATE VIEW judged_countries_hourly AS
SELECT website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM current_countries_hourly
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.status_code, u.country, u.visits::bigint, NULL, NULL, NULL,
    u.people_visits::bigint, u.undecided_visits::bigint
FROM people_countries_hourly p, unnest(p.bot_id, p.status_code, p.country, p.visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, status_code, country, visits, people_visits, undecided_visits);

CREATE VIEW judged_countries_daily AS
SELECT website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM current_countries_daily
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.status_code, u.country, u.visits::bigint, NULL, NULL, NULL,
    u.people_visits::bigint, u.undecided_visits::bigint
FROM people_countries_daily p, unnest(p.bot_id, p.status_code, p.country, p.visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, status_code, country, visits, people_visits, undecided_visits);

CREATE VIEW judged_referrals_hourly AS
SELECT website_id, bucket, referral_source, visits, NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
FROM referrals_hourly
UNION ALL
SELECT p.website_id, p.bucket, u.referral_source, u.visits::bigint, u.people_visits::bigint,
    u.undecided_visits::bigint
FROM people_referrals_hourly p, unnest(p.referral_source, p.visits, p.people_visits, p.undecided_visits)
  AS u (referral_source, visits, people_visits, undecided_visits);

CREATE VIEW judged_referrals_daily AS
SELECT website_id, bucket, referral_source, visits, NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
FROM referrals_daily
UNION ALL
SELECT p.website_id, p.bucket, u.referral_source, u.visits::bigint, u.people_visits::bigint,
    u.undecided_visits::bigint
FROM people_referrals_daily p, unnest(p.referral_source, p.visits, p.people_visits, p.undecided_visits)
  AS u (referral_source, visits, people_visits, undecided_visits);

CREATE VIEW judged_clients_daily AS
SELECT website_id, bucket, browser, os, device, visits, NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
FROM clients_daily
UNION ALL
SELECT p.website_id, p.bucket, u.browser, u.os, u.device, u.visits::bigint, u.people_visits::bigint,
    u.undecided_visits::bigint
FROM people_clients_daily p, unnest(p.browser, p.os, p.device, p.visits, p.people_visits, p.undecided_visits)
  AS u (browser, os, device, visits, people_visits, undecided_visits);

CREATE VIEW judged_pages_recent AS
SELECT website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM pages_recent
UNION ALL
SELECT p.website_id, p.bucket, u.bot_id, u.page_id, u.visits::bigint, u.error_visits::bigint, NULL, NULL,
    NULL, u.people_visits::bigint, u.undecided_visits::bigint
FROM people_pages_daily p, unnest(p.bot_id, p.page_id, p.visits, p.error_visits, p.people_visits, p.undecided_visits)
  AS u (bot_id, page_id, visits, error_visits, people_visits, undecided_visits);
