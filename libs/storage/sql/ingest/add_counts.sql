-- Adds what a transaction writes to the counts. Hours and days are epoch seconds, first and last
-- times are epoch milliseconds. Rows are upserted in the order of their keys, so that two writers
-- of the same buckets wait for each other instead of deadlocking.
-- $1-$5 all visits: websites, hours, bots, status codes, visits
-- $6-$15 late visits: websites, hours, bots, visits, errors, verified, spoofed and unverifiable
-- ones (null for none), first and last times
-- $16-$24 late visits with a page: websites, days, bots, pages, visits, errors, verified, spoofed
-- and unverifiable ones
-- $25-$28 visits of people that an AI assistant sent: websites, hours, sources, visits
-- $29-$34 visits of people: websites, days, browsers, systems, devices, visits
-- $35-$42 spoofed visits: websites, days, bots, addresses, pages, visits, first and last times
-- $43-$45 skipped requests: websites, days, requests
WITH hours_of_statuses AS MATERIALIZED (
  SELECT website_id, to_timestamp(hour) AS bucket, bot_id, status_code, visits
  FROM unnest($1::integer[], $2::float8[], $3::integer[], $4::smallint[], $5::bigint[]) AS u (website_id, hour, bot_id, status_code, visits)
), to_statuses_hourly AS (
  INSERT INTO statuses_hourly AS s (website_id, bucket, bot_id, status_code, visits)
  SELECT * FROM hours_of_statuses
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET visits = s.visits + excluded.visits
), to_statuses_daily AS (
  INSERT INTO statuses_daily AS s (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, sum(visits)
  FROM hours_of_statuses
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET visits = s.visits + excluded.visits
), late_hours AS MATERIALIZED (
  SELECT website_id, to_timestamp(hour) AS bucket, bot_id, visits, errors, verified, spoofed, unverifiable,
    to_timestamp(first_time / 1000) AS first_seen, to_timestamp(last_time / 1000) AS last_seen
  FROM unnest($6::integer[], $7::float8[], $8::integer[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
    $13::bigint[], $14::float8[], $15::float8[])
    AS u (website_id, hour, bot_id, visits, errors, verified, spoofed, unverifiable, first_time, last_time)
), to_traffic_hourly AS (
  INSERT INTO late_traffic_hourly AS t (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT * FROM late_hours
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = plus(t.verified_visits, excluded.verified_visits),
    spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
    unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen)
), to_traffic_daily AS (
  INSERT INTO late_traffic_daily AS t (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, day_of(bucket), bot_id, sum(visits), sum(errors), sum(verified), sum(spoofed), sum(unverifiable),
    min(first_seen), max(last_seen)
  FROM late_hours
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
    error_visits = t.error_visits + excluded.error_visits,
    verified_visits = plus(t.verified_visits, excluded.verified_visits),
    spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
    unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
    first_seen = least(t.first_seen, excluded.first_seen),
    last_seen = greatest(t.last_seen, excluded.last_seen)
), to_pages_daily AS (
  INSERT INTO late_pages_daily AS p (website_id, bucket, bot_id, page_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits)
  SELECT website_id, to_timestamp(day), bot_id, page_id, visits, errors, verified, spoofed, unverifiable
  FROM unnest($16::integer[], $17::float8[], $18::integer[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[],
    $23::bigint[], $24::bigint[])
    AS u (website_id, day, bot_id, page_id, visits, errors, verified, spoofed, unverifiable)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, page_id) DO UPDATE SET
    visits = p.visits + excluded.visits,
    error_visits = p.error_visits + excluded.error_visits,
    verified_visits = plus(p.verified_visits, excluded.verified_visits),
    spoofed_visits = plus(p.spoofed_visits, excluded.spoofed_visits),
    unverifiable_visits = plus(p.unverifiable_visits, excluded.unverifiable_visits)
), hours_of_referrals AS MATERIALIZED (
  SELECT website_id, to_timestamp(hour) AS bucket, source, visits
  FROM unnest($25::integer[], $26::float8[], $27::text[], $28::bigint[]) AS u (website_id, hour, source, visits)
), to_referrals_hourly AS (
  INSERT INTO referrals_hourly AS r (website_id, bucket, referral_source, visits)
  SELECT * FROM hours_of_referrals
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET visits = r.visits + excluded.visits
), to_referrals_daily AS (
  INSERT INTO referrals_daily AS r (website_id, bucket, referral_source, visits)
  SELECT website_id, day_of(bucket), source, sum(visits)
  FROM hours_of_referrals
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET visits = r.visits + excluded.visits
), to_clients_daily AS (
  INSERT INTO clients_daily AS c (website_id, bucket, browser, os, device, visits)
  SELECT website_id, to_timestamp(day), browser, os, device, visits
  FROM unnest($29::integer[], $30::float8[], $31::text[], $32::text[], $33::text[], $34::bigint[])
    AS u (website_id, day, browser, os, device, visits)
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, browser, os, device) DO UPDATE SET visits = c.visits + excluded.visits
), to_skipped_daily AS (
  INSERT INTO skipped_daily AS d (website_id, bucket, lane, requests)
  SELECT website_id, to_timestamp(day), pg_backend_pid() % 16, sum(requests)
  FROM unnest($43::integer[], $44::float8[], $45::bigint[]) AS u (website_id, day, requests)
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (website_id, bucket, lane) DO UPDATE SET requests = d.requests + excluded.requests
)
-- Most groups have no spoofed visit.
SELECT CASE WHEN cardinality($35::integer[]) > 0 THEN count_spoofed_in('spoofed_daily', $35::integer[], $36::float8[],
  $37::integer[], $38::inet[], $39::bigint[], $40::bigint[], $41::float8[], $42::float8[]) END
