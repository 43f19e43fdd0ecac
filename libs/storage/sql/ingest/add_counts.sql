-- Adds what a transaction writes to the counts. Buckets are epoch seconds, first and last times
-- are epoch milliseconds. Rows are upserted in the order of their keys, so that two writers of the
-- same buckets wait for each other instead of deadlocking.
-- Written by npm run statements.
-- $1 traffic: website_id, $2 traffic: bucket, $3 traffic: bot_id, $4 traffic: visits,
-- $5 traffic: error_visits, $6 traffic: verified_visits, $7 traffic: spoofed_visits,
-- $8 traffic: unverifiable_visits, $9 traffic: first_seen, $10 traffic: last_seen,
-- $11 pages: website_id, $12 pages: bucket, $13 pages: bot_id, $14 pages: page_id,
-- $15 pages: visits, $16 pages: error_visits, $17 pages: verified_visits,
-- $18 pages: spoofed_visits, $19 pages: unverifiable_visits, $20 statuses: website_id,
-- $21 statuses: bucket, $22 statuses: bot_id, $23 statuses: status_code, $24 statuses: visits,
-- $25 hosts: website_id, $26 hosts: bucket, $27 hosts: bot_id, $28 hosts: status_code,
-- $29 hosts: host_id, $30 hosts: visits, $31 hosts: verified_visits, $32 hosts: spoofed_visits,
-- $33 hosts: unverifiable_visits, $34 host_keys: website_id, $35 host_keys: bucket,
-- $36 host_keys: host_id, $37 host_keys: key_id, $38 host_keys: visits, $39 countries: website_id,
-- $40 countries: bucket, $41 countries: bot_id, $42 countries: status_code, $43 countries: country,
-- $44 countries: visits, $45 countries: verified_visits, $46 countries: spoofed_visits,
-- $47 countries: unverifiable_visits, $48 referrals: website_id, $49 referrals: bucket,
-- $50 referrals: referral_source, $51 referrals: visits, $52 clients: website_id,
-- $53 clients: bucket, $54 clients: browser, $55 clients: os, $56 clients: device,
-- $57 clients: visits, $58 skipped: website_id, $59 skipped: bucket, $60 skipped: requests,
-- $61 spoofed: website_id, $62 spoofed: bucket, $63 spoofed: bot_id, $64 spoofed: ip,
-- $65 spoofed: page_id, $66 spoofed: visits, $67 spoofed: first_seen, $68 spoofed: last_seen
WITH traffic_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, visits, error_visits, verified_visits,
    spoofed_visits, unverifiable_visits, to_timestamp(first_seen / 1000) AS first_seen,
    to_timestamp(last_seen / 1000) AS last_seen
  FROM unnest($1::integer[], $2::float8[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[], $10::float8[])
    AS u (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
      unverifiable_visits, first_seen, last_seen)
), traffic_hour AS (
  INSERT INTO late_traffic_hourly AS t (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, first_seen, last_seen)
  SELECT * FROM traffic_given
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits, error_visits = t.error_visits + excluded.error_visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
      first_seen = least(t.first_seen, excluded.first_seen),
      last_seen = greatest(t.last_seen, excluded.last_seen)
), traffic_day AS (
  INSERT INTO late_traffic_daily AS t (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, first_seen, last_seen)
  SELECT website_id, day_of(bucket), bot_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
    FROM traffic_given
    GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits, error_visits = t.error_visits + excluded.error_visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
      first_seen = least(t.first_seen, excluded.first_seen),
      last_seen = greatest(t.last_seen, excluded.last_seen)
), pages_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, page_id, visits, error_visits, verified_visits,
    spoofed_visits, unverifiable_visits
  FROM unnest($11::integer[], $12::float8[], $13::integer[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[])
    AS u (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
      unverifiable_visits)
), pages_day AS (
  INSERT INTO late_pages_daily AS t (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT * FROM pages_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, page_id) DO UPDATE SET
    visits = t.visits + excluded.visits, error_visits = t.error_visits + excluded.error_visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), statuses_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, status_code, visits
  FROM unnest($20::integer[], $21::float8[], $22::integer[], $23::smallint[], $24::bigint[])
    AS u (website_id, bucket, bot_id, status_code, visits)
), statuses_hour AS (
  INSERT INTO statuses_hourly AS t (website_id, bucket, bot_id, status_code, visits)
  SELECT * FROM statuses_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET
    visits = t.visits + excluded.visits
), statuses_day AS (
  INSERT INTO statuses_daily AS t (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, sum(visits)::bigint AS visits
    FROM statuses_given
    GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET
    visits = t.visits + excluded.visits
), hosts_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, status_code, host_id, visits, verified_visits,
    spoofed_visits, unverifiable_visits
  FROM unnest($25::integer[], $26::float8[], $27::integer[], $28::smallint[], $29::integer[], $30::bigint[], $31::bigint[], $32::bigint[], $33::bigint[])
    AS u (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
      unverifiable_visits)
), hosts_hour AS (
  INSERT INTO hosts_hourly AS t (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT * FROM hosts_given
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, host_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), hosts_day AS (
  INSERT INTO hosts_daily AS t (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, host_id, sum(visits)::bigint AS visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
    FROM hosts_given
    GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, host_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), host_keys_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, host_id, key_id, visits
  FROM unnest($34::integer[], $35::float8[], $36::integer[], $37::integer[], $38::bigint[])
    AS u (website_id, bucket, host_id, key_id, visits)
), host_keys_day AS (
  INSERT INTO host_keys_daily AS t (website_id, bucket, host_id, key_id, visits)
  SELECT * FROM host_keys_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, host_id, key_id) DO UPDATE SET
    visits = t.visits + excluded.visits
), countries_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, status_code, country, visits, verified_visits,
    spoofed_visits, unverifiable_visits
  FROM unnest($39::integer[], $40::float8[], $41::integer[], $42::smallint[], $43::text[], $44::bigint[], $45::bigint[], $46::bigint[], $47::bigint[])
    AS u (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
      unverifiable_visits)
), countries_hour AS (
  INSERT INTO countries_hourly AS t (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT * FROM countries_given
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, country) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), countries_day AS (
  INSERT INTO countries_daily AS t (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, country, sum(visits)::bigint AS visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
    FROM countries_given
    GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, country) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), referrals_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, referral_source, visits
  FROM unnest($48::integer[], $49::float8[], $50::text[], $51::bigint[])
    AS u (website_id, bucket, referral_source, visits)
), referrals_hour AS (
  INSERT INTO referrals_hourly AS t (website_id, bucket, referral_source, visits)
  SELECT * FROM referrals_given
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET
    visits = t.visits + excluded.visits
), referrals_day AS (
  INSERT INTO referrals_daily AS t (website_id, bucket, referral_source, visits)
  SELECT website_id, day_of(bucket), referral_source, sum(visits)::bigint AS visits
    FROM referrals_given
    GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET
    visits = t.visits + excluded.visits
), clients_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, browser, os, device, visits
  FROM unnest($52::integer[], $53::float8[], $54::text[], $55::text[], $56::text[], $57::bigint[])
    AS u (website_id, bucket, browser, os, device, visits)
), clients_day AS (
  INSERT INTO clients_daily AS t (website_id, bucket, browser, os, device, visits)
  SELECT * FROM clients_given
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, browser, os, device) DO UPDATE SET
    visits = t.visits + excluded.visits
), skipped_day AS (
  INSERT INTO skipped_daily AS t (website_id, bucket, lane, requests)
  SELECT website_id, to_timestamp(bucket), pg_backend_pid() % 16, sum(requests)
  FROM unnest($58::integer[], $59::float8[], $60::bigint[])
    AS u (website_id, bucket, requests)
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (website_id, bucket, lane) DO UPDATE SET requests = t.requests + excluded.requests
)
-- Most groups have no spoofed visit.
SELECT CASE WHEN cardinality($61::integer[]) > 0 THEN
  count_spoofed_in('spoofed_daily', $61::integer[], $62::float8[], $63::integer[], $64::inet[], $65::bigint[], $66::bigint[], $67::float8[], $68::float8[])
END
