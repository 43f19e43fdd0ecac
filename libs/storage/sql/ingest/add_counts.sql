-- Adds what a transaction writes to the counts. Buckets are epoch seconds. Where rows are
-- appended, the first and the last one of each website and bucket are given. Rows are upserted in
-- the order of their keys, so that two writers of the same buckets wait for each other instead of
-- deadlocking.
-- Written by npm run statements.
-- $1 traffic: bot_id, $2 traffic: visits, $3 traffic: error_visits, $4 traffic: verified_visits,
-- $5 traffic: spoofed_visits, $6 traffic: unverifiable_visits, $7 traffic: first_seen,
-- $8 traffic: last_seen, $9 traffic: website_id, $10 traffic: bucket, $11 traffic: first,
-- $12 traffic: last, $13 pages: bot_id, $14 pages: page_id, $15 pages: visits,
-- $16 pages: error_visits, $17 pages: verified_visits, $18 pages: spoofed_visits,
-- $19 pages: unverifiable_visits, $20 pages: website_id, $21 pages: bucket, $22 pages: first,
-- $23 pages: last, $24 hosts: bot_id, $25 hosts: status_code, $26 hosts: host_id,
-- $27 hosts: visits, $28 hosts: verified_visits, $29 hosts: spoofed_visits,
-- $30 hosts: unverifiable_visits, $31 hosts: website_id, $32 hosts: bucket, $33 hosts: first,
-- $34 hosts: last, $35 host_keys: website_id, $36 host_keys: bucket, $37 host_keys: host_id,
-- $38 host_keys: key_id, $39 host_keys: visits, $40 countries: bot_id, $41 countries: status_code,
-- $42 countries: country, $43 countries: visits, $44 countries: verified_visits,
-- $45 countries: spoofed_visits, $46 countries: unverifiable_visits, $47 countries: website_id,
-- $48 countries: bucket, $49 countries: first, $50 countries: last, $51 referrals: website_id,
-- $52 referrals: bucket, $53 referrals: referral_source, $54 referrals: visits,
-- $55 landings: website_id, $56 landings: bucket, $57 landings: referral_source,
-- $58 landings: page_id, $59 landings: visits, $60 clients: website_id, $61 clients: bucket,
-- $62 clients: browser, $63 clients: os, $64 clients: device, $65 clients: visits,
-- $66 skipped: website_id, $67 skipped: bucket, $68 skipped: requests, $69 spoofed: website_id,
-- $70 spoofed: bucket, $71 spoofed: bot_id, $72 spoofed: ip, $73 spoofed: page_id,
-- $74 spoofed: visits, $75 spoofed: first_seen, $76 spoofed: last_seen
WITH traffic_appended AS (
  INSERT INTO unmerged_traffic (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, first_seen, last_seen)
  SELECT website_id, to_timestamp(bucket), ($1::integer[])[first:last], ($2::bigint[])[first:last], ($3::bigint[])[first:last],
    ($4::bigint[])[first:last], ($5::bigint[])[first:last], ($6::bigint[])[first:last], ($7::timestamptz(3)[])[first:last], ($8::timestamptz(3)[])[first:last]
  FROM unnest($9::integer[], $10::float8[], $11::integer[], $12::integer[])
    AS u (website_id, bucket, first, last)
), pages_appended AS (
  INSERT INTO unmerged_pages (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, to_timestamp(bucket), ($13::integer[])[first:last], ($14::bigint[])[first:last], ($15::bigint[])[first:last],
    ($16::bigint[])[first:last], ($17::bigint[])[first:last], ($18::bigint[])[first:last], ($19::bigint[])[first:last]
  FROM unnest($20::integer[], $21::float8[], $22::integer[], $23::integer[])
    AS u (website_id, bucket, first, last)
), hosts_appended AS (
  INSERT INTO unmerged_hosts (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, to_timestamp(bucket), ($24::integer[])[first:last], ($25::smallint[])[first:last], ($26::integer[])[first:last],
    ($27::bigint[])[first:last], ($28::bigint[])[first:last], ($29::bigint[])[first:last], ($30::bigint[])[first:last]
  FROM unnest($31::integer[], $32::float8[], $33::integer[], $34::integer[])
    AS u (website_id, bucket, first, last)
), host_keys_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, host_id, key_id, visits
  FROM unnest($35::integer[], $36::float8[], $37::integer[], $38::integer[], $39::bigint[])
    AS u (website_id, bucket, host_id, key_id, visits)
), host_keys_day AS (
  INSERT INTO host_keys_daily AS t (website_id, bucket, host_id, key_id, visits)
  SELECT * FROM host_keys_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, host_id, key_id) DO UPDATE SET
    visits = t.visits + excluded.visits
), countries_appended AS (
  INSERT INTO unmerged_countries (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, to_timestamp(bucket), ($40::integer[])[first:last], ($41::smallint[])[first:last], ($42::text[])[first:last],
    ($43::bigint[])[first:last], ($44::bigint[])[first:last], ($45::bigint[])[first:last], ($46::bigint[])[first:last]
  FROM unnest($47::integer[], $48::float8[], $49::integer[], $50::integer[])
    AS u (website_id, bucket, first, last)
), referrals_given AS MATERIALIZED (
  SELECT website_id, to_timestamp(bucket) AS bucket, referral_source, visits
  FROM unnest($51::integer[], $52::float8[], $53::text[], $54::bigint[])
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
  FROM unnest($55::integer[], $56::float8[], $57::text[], $58::bigint[], $59::bigint[])
    AS u (website_id, bucket, referral_source, page_id, visits)
), landings_day AS (
  INSERT INTO landings_daily AS t (website_id, bucket, referral_source, page_id, visits)
  SELECT * FROM landings_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, referral_source, page_id) DO UPDATE SET
    visits = t.visits + excluded.visits
), clients_given AS (
  SELECT website_id, to_timestamp(bucket) AS bucket, browser, os, device, visits
  FROM unnest($60::integer[], $61::float8[], $62::text[], $63::text[], $64::text[], $65::bigint[])
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
  FROM unnest($66::integer[], $67::float8[], $68::bigint[])
    AS u (website_id, bucket, requests)
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (website_id, bucket, lane) DO UPDATE SET requests = t.requests + excluded.requests
)
-- Most groups have no spoofed visit.
SELECT CASE WHEN cardinality($69::integer[]) > 0 THEN
  count_spoofed_in('spoofed_daily', $69::integer[], $70::float8[], $71::integer[], $72::inet[], $73::bigint[], $74::bigint[], $75::float8[], $76::float8[])
END
