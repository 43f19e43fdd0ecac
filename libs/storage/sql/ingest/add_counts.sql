-- Adds what a transaction writes to the counts. Buckets are epoch seconds, first and last times
-- are epoch milliseconds. Rows are upserted in the order of their keys, so that two writers of the
-- same buckets wait for each other instead of deadlocking.
-- Written by npm run statements.
-- $1 traffic: website_id, $2 traffic: bucket, $3 traffic: bot_id, $4 traffic: visits,
-- $5 traffic: error_visits, $6 traffic: verified_visits, $7 traffic: spoofed_visits,
-- $8 traffic: unverifiable_visits, $9 traffic: first_seen, $10 traffic: last_seen,
-- $11 pages: website_id, $12 pages: bucket, $13 pages: bot_id, $14 pages: page_id,
-- $15 pages: visits, $16 pages: error_visits, $17 pages: verified_visits,
-- $18 pages: spoofed_visits, $19 pages: unverifiable_visits, $20 hosts: website_id,
-- $21 hosts: bucket, $22 hosts: bot_id, $23 hosts: status_code, $24 hosts: host_id,
-- $25 hosts: visits, $26 hosts: verified_visits, $27 hosts: spoofed_visits,
-- $28 hosts: unverifiable_visits, $29 host_keys: website_id, $30 host_keys: bucket,
-- $31 host_keys: host_id, $32 host_keys: key_id, $33 host_keys: visits, $34 countries: website_id,
-- $35 countries: bucket, $36 countries: bot_id, $37 countries: status_code, $38 countries: country,
-- $39 countries: visits, $40 countries: verified_visits, $41 countries: spoofed_visits,
-- $42 countries: unverifiable_visits, $43 referrals: website_id, $44 referrals: bucket,
-- $45 referrals: referral_source, $46 referrals: visits, $47 landings: website_id,
-- $48 landings: bucket, $49 landings: referral_source, $50 landings: page_id, $51 landings: visits,
-- $52 clients: website_id, $53 clients: bucket, $54 clients: browser, $55 clients: os,
-- $56 clients: device, $57 clients: visits, $58 skipped: website_id, $59 skipped: bucket,
-- $60 skipped: requests, $61 spoofed: website_id, $62 spoofed: bucket, $63 spoofed: bot_id,
-- $64 spoofed: ip, $65 spoofed: page_id, $66 spoofed: visits, $67 spoofed: first_seen,
-- $68 spoofed: last_seen
WITH traffic_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, visits, error_visits, verified_visits,
    spoofed_visits, unverifiable_visits, to_timestamp(first_seen / 1000) AS first_seen,
    to_timestamp(last_seen / 1000) AS last_seen
  FROM unnest($1::integer[], $2::float8[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[], $10::float8[])
    AS u (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
      unverifiable_visits, first_seen, last_seen)
), traffic_appended AS (
  INSERT INTO unmerged_traffic (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, first_seen, last_seen)
  SELECT website_id, bucket, array_agg(bot_id), array_agg(visits), array_agg(error_visits),
    CASE WHEN count(verified_visits) > 0 THEN array_agg(verified_visits) END,
    CASE WHEN count(spoofed_visits) > 0 THEN array_agg(spoofed_visits) END,
    CASE WHEN count(unverifiable_visits) > 0 THEN array_agg(unverifiable_visits) END,
    array_agg(first_seen), array_agg(last_seen)
  FROM traffic_given
  GROUP BY website_id, bucket
), pages_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, page_id, visits, error_visits, verified_visits,
    spoofed_visits, unverifiable_visits
  FROM unnest($11::integer[], $12::float8[], $13::integer[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[])
    AS u (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
      unverifiable_visits)
), pages_appended AS (
  INSERT INTO unmerged_pages (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, bucket, array_agg(bot_id), array_agg(page_id), array_agg(visits),
    array_agg(error_visits), CASE WHEN count(verified_visits) > 0 THEN array_agg(verified_visits) END,
    CASE WHEN count(spoofed_visits) > 0 THEN array_agg(spoofed_visits) END,
    CASE WHEN count(unverifiable_visits) > 0 THEN array_agg(unverifiable_visits) END
  FROM pages_given
  GROUP BY website_id, bucket
), hosts_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, status_code, host_id, visits, verified_visits,
    spoofed_visits, unverifiable_visits
  FROM unnest($20::integer[], $21::float8[], $22::integer[], $23::smallint[], $24::integer[], $25::bigint[], $26::bigint[], $27::bigint[], $28::bigint[])
    AS u (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
      unverifiable_visits)
), hosts_appended AS (
  INSERT INTO unmerged_hosts (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, bucket, array_agg(bot_id), array_agg(status_code), array_agg(host_id), array_agg(visits),
    CASE WHEN count(verified_visits) > 0 THEN array_agg(verified_visits) END,
    CASE WHEN count(spoofed_visits) > 0 THEN array_agg(spoofed_visits) END,
    CASE WHEN count(unverifiable_visits) > 0 THEN array_agg(unverifiable_visits) END
  FROM hosts_given
  GROUP BY website_id, bucket
), host_keys_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, host_id, key_id, visits
  FROM unnest($29::integer[], $30::float8[], $31::integer[], $32::integer[], $33::bigint[])
    AS u (website_id, bucket, host_id, key_id, visits)
), host_keys_day AS (
  INSERT INTO host_keys_daily AS t (website_id, bucket, host_id, key_id, visits)
  SELECT * FROM host_keys_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, host_id, key_id) DO UPDATE SET
    visits = t.visits + excluded.visits
), countries_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, bot_id, status_code, country, visits, verified_visits,
    spoofed_visits, unverifiable_visits
  FROM unnest($34::integer[], $35::float8[], $36::integer[], $37::smallint[], $38::text[], $39::bigint[], $40::bigint[], $41::bigint[], $42::bigint[])
    AS u (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
      unverifiable_visits)
), countries_appended AS (
  INSERT INTO unmerged_countries (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, bucket, array_agg(bot_id), array_agg(status_code), array_agg(country), array_agg(visits),
    CASE WHEN count(verified_visits) > 0 THEN array_agg(verified_visits) END,
    CASE WHEN count(spoofed_visits) > 0 THEN array_agg(spoofed_visits) END,
    CASE WHEN count(unverifiable_visits) > 0 THEN array_agg(unverifiable_visits) END
  FROM countries_given
  GROUP BY website_id, bucket
), referrals_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, referral_source, visits
  FROM unnest($43::integer[], $44::float8[], $45::text[], $46::bigint[])
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
), landings_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, referral_source, page_id, visits
  FROM unnest($47::integer[], $48::float8[], $49::text[], $50::bigint[], $51::bigint[])
    AS u (website_id, bucket, referral_source, page_id, visits)
), landings_day AS (
  INSERT INTO landings_daily AS t (website_id, bucket, referral_source, page_id, visits)
  SELECT * FROM landings_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, referral_source, page_id) DO UPDATE SET
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
