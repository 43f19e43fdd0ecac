-- More counts of visits (add_counts.sql), by website and UTC bucket.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

-- Visits by host. The host 0 stands for those beyond the bound on distinct hosts.
CREATE TABLE hosts_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  host_id integer NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id, status_code, host_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('hosts_hourly', 2);
CREATE TABLE hosts_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  host_id integer NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id, status_code, host_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('hosts_daily', 2);

-- Visits by host and by the website whose tracking key they came with.
CREATE TABLE host_keys_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  host_id integer NOT NULL,
  key_id integer NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, host_id, key_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('host_keys_daily', 2);

-- Visits by country. Those whose country is not known have no row.
CREATE TABLE countries_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  country text NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id, status_code, country)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('countries_hourly', 2);
CREATE TABLE countries_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  country text NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id, status_code, country)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('countries_daily', 2);

SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY['hosts_hourly', 'hosts_daily', 'host_keys_daily', 'countries_hourly', 'countries_daily']) AS relation;

-- The raw visits that are there are counted at once.
INSERT INTO hosts_hourly (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT v.website_id, hour_of(v.time), v.bot_id, v.status_code, coalesce(h.id, 0), count(*),
  nullif(count(*) FILTER (WHERE v.verification = 1), 0),
  nullif(count(*) FILTER (WHERE v.verification = 2), 0),
  nullif(count(*) FILTER (WHERE v.verification = 3), 0)
FROM visits v LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id LEFT JOIN hosts h ON h.website_id = v.website_id AND h.host = coalesce(c.host, v.host)
WHERE true AND true
GROUP BY 1, 2, 3, 4, 5;
INSERT INTO hosts_daily (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT website_id, day_of(bucket), bot_id, status_code, host_id, sum(visits)::bigint AS visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits
FROM hosts_hourly t
WHERE true
GROUP BY 1, 2, 3, 4, 5;
INSERT INTO countries_hourly (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT v.website_id, hour_of(v.time), v.bot_id, v.status_code, v.country, count(*),
  nullif(count(*) FILTER (WHERE v.verification = 1), 0),
  nullif(count(*) FILTER (WHERE v.verification = 2), 0),
  nullif(count(*) FILTER (WHERE v.verification = 3), 0)
FROM visits v
WHERE true AND v.country IS NOT NULL
GROUP BY 1, 2, 3, 4, 5;
INSERT INTO countries_daily (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT website_id, day_of(bucket), bot_id, status_code, country, sum(visits)::bigint AS visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits
FROM countries_hourly t
WHERE true
GROUP BY 1, 2, 3, 4, 5;
