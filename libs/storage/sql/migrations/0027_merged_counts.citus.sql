-- Writers only append what they count by host and by country: a row for each website and hour of a
-- transaction, with an array for each column (add_counts.sql). A task merges the rows into the
-- tables every few seconds. Reports read views of both, so they always have all of it.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

CREATE TABLE unmerged_hosts (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  host_id integer[] NOT NULL,
  visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[]
);
CREATE INDEX unmerged_hosts_website_id ON unmerged_hosts (website_id);
INSERT INTO website_relations (relation, level) VALUES ('unmerged_hosts', 1);

CREATE TABLE unmerged_countries (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  country text[] NOT NULL,
  visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[]
);
CREATE INDEX unmerged_countries_website_id ON unmerged_countries (website_id);
INSERT INTO website_relations (relation, level) VALUES ('unmerged_countries', 1);

-- To delete rows while their shard moves needs to tell them apart, and they have no key.
ALTER TABLE unmerged_hosts REPLICA IDENTITY FULL;
ALTER TABLE unmerged_countries REPLICA IDENTITY FULL;

SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY['unmerged_hosts', 'unmerged_countries']) AS relation;

CREATE VIEW current_statuses_hourly AS
SELECT website_id, bucket, bot_id, status_code, visits
FROM statuses_hourly
UNION ALL
SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.status_code, u.visits
FROM unmerged_hosts n, unnest(n.bot_id, n.status_code, n.visits)
  AS u (bot_id, status_code, visits);

CREATE VIEW current_statuses_daily AS
SELECT website_id, bucket, bot_id, status_code, visits
FROM statuses_daily
UNION ALL
SELECT n.website_id, day_of(n.bucket) AS bucket, u.bot_id, u.status_code, u.visits
FROM unmerged_hosts n, unnest(n.bot_id, n.status_code, n.visits)
  AS u (bot_id, status_code, visits);

CREATE VIEW current_hosts_hourly AS
SELECT website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits
FROM hosts_hourly
UNION ALL
SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.status_code, u.host_id, u.visits, u.verified_visits,
  u.spoofed_visits, u.unverifiable_visits
FROM unmerged_hosts n, unnest(n.bot_id, n.status_code, n.host_id, n.visits, n.verified_visits, n.spoofed_visits,
  n.unverifiable_visits)
  AS u (bot_id, status_code, host_id, visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW current_hosts_daily AS
SELECT website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits
FROM hosts_daily
UNION ALL
SELECT n.website_id, day_of(n.bucket) AS bucket, u.bot_id, u.status_code, u.host_id, u.visits,
  u.verified_visits, u.spoofed_visits, u.unverifiable_visits
FROM unmerged_hosts n, unnest(n.bot_id, n.status_code, n.host_id, n.visits, n.verified_visits, n.spoofed_visits,
  n.unverifiable_visits)
  AS u (bot_id, status_code, host_id, visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW current_countries_hourly AS
SELECT website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits
FROM countries_hourly
UNION ALL
SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.status_code, u.country, u.visits, u.verified_visits,
  u.spoofed_visits, u.unverifiable_visits
FROM unmerged_countries n, unnest(n.bot_id, n.status_code, n.country, n.visits, n.verified_visits, n.spoofed_visits,
  n.unverifiable_visits)
  AS u (bot_id, status_code, country, visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW current_countries_daily AS
SELECT website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits
FROM countries_daily
UNION ALL
SELECT n.website_id, day_of(n.bucket) AS bucket, u.bot_id, u.status_code, u.country, u.visits,
  u.verified_visits, u.spoofed_visits, u.unverifiable_visits
FROM unmerged_countries n, unnest(n.bot_id, n.status_code, n.country, n.visits, n.verified_visits, n.spoofed_visits,
  n.unverifiable_visits)
  AS u (bot_id, status_code, country, visits, verified_visits, spoofed_visits, unverifiable_visits);
