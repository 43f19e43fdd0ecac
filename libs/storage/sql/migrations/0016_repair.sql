-- Counts visits again, from the raw visits.

-- Counts the raw visits of a website from a moment on (inclusive) to another (exclusive), of which
-- nothing is counted yet: both are starts of UTC days. It counts as writers do, and a test compares
-- the two.
CREATE FUNCTION count_visits(website integer, since timestamptz, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz;
BEGIN
  INSERT INTO late_traffic_hourly (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, hour_of(time), bot_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0),
    min(time), max(time)
  FROM visits v
  WHERE v.website_id = website AND time >= since AND time < until AND late
  GROUP BY 1, 2, 3;

  INSERT INTO late_traffic_daily (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, day_of(bucket), bot_id, sum(visits), sum(error_visits),
    sum(verified_visits), sum(spoofed_visits), sum(unverifiable_visits), min(first_seen), max(last_seen)
  FROM late_traffic_hourly t
  WHERE t.website_id = website AND bucket >= since AND bucket < until
  GROUP BY 1, 2, 3;

  INSERT INTO late_pages_daily (website_id, bucket, bot_id, page_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits)
  SELECT website_id, day_of(time), bot_id, page_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0)
  FROM visits v
  WHERE v.website_id = website AND time >= since AND time < until AND late AND page_id IS NOT NULL
  GROUP BY 1, 2, 3, 4;

  INSERT INTO statuses_hourly (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, hour_of(time), bot_id, status_code, count(*)
  FROM visits v
  WHERE v.website_id = website AND time >= since AND time < until
  GROUP BY 1, 2, 3, 4;

  INSERT INTO statuses_daily (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, sum(visits)
  FROM statuses_hourly s
  WHERE s.website_id = website AND bucket >= since AND bucket < until
  GROUP BY 1, 2, 3, 4;

  INSERT INTO referrals_hourly (website_id, bucket, referral_source, visits)
  SELECT v.website_id, hour_of(time), coalesce(r.source, v.referral_source), count(*)
  FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  WHERE v.website_id = website AND time >= since AND time < until AND bot_id = 0
    AND coalesce(r.source, v.referral_source) IS NOT NULL
  GROUP BY 1, 2, 3;

  INSERT INTO referrals_daily (website_id, bucket, referral_source, visits)
  SELECT website_id, day_of(bucket), referral_source, sum(visits)
  FROM referrals_hourly s
  WHERE s.website_id = website AND bucket >= since AND bucket < until
  GROUP BY 1, 2, 3;

  INSERT INTO clients_daily (website_id, bucket, browser, os, device, visits)
  SELECT v.website_id, day_of(time), coalesce(c.browser, v.browser, ''), coalesce(c.os, v.os, ''),
    coalesce(c.device, v.device, ''), count(*)
  FROM visits v LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
  WHERE v.website_id = website AND time >= since AND time < until AND bot_id = 0
  GROUP BY 1, 2, 3, 4, 5;

  -- Hour by hour, because the rows of a day are bounded in the order in which visits come.
  FOR start IN
    SELECT DISTINCT hour_of(time) AS hour FROM visits v
    WHERE v.website_id = website AND time >= since AND time < until AND verification = 2 ORDER BY hour
  LOOP
    PERFORM count_spoofed_of_hour(website, start);
  END LOOP;
END
$$;

-- Counts days of a website again, from the raw visits: from the start of a UTC day (inclusive) to
-- that of another (exclusive). What aggregates count is left to them.
CREATE FUNCTION recount_days(website integer, since timestamptz, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM late_traffic_hourly t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM late_traffic_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM late_pages_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM statuses_hourly t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM statuses_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM referrals_hourly t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM referrals_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM clients_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM spoofed_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  PERFORM count_visits(website, since, until);
END
$$;

-- Counts the visits of a website and UTC day again. Returns false and changes nothing when no raw
-- visit is left of that day: its counts may be all that is left of it.
--
-- Writers of visits and the maker of digests wait meanwhile: what they write afterwards is added to
-- right counts. Digests with this day are deleted, and the upkeep makes them again.
CREATE FUNCTION repair_day(website integer, day timestamptz) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
BEGIN
  LOCK TABLE ONLY visits, ONLY page_digests IN SHARE ROW EXCLUSIVE MODE;
  IF NOT EXISTS (SELECT FROM visits v WHERE v.website_id = website AND v.time >= day AND v.time < day + INTERVAL '24 hours') THEN
    RETURN false;
  END IF;

  PERFORM recount_days(website, day, day + INTERVAL '24 hours');
  PERFORM rebuild_aggregates(website, day);

  DELETE FROM bot_page_sets s WHERE s.website_id = website AND s.bucket = date_trunc(s.grain, day, 'UTC');
  DELETE FROM page_digests d WHERE d.website_id = website AND d.bucket = date_trunc(d.grain, day, 'UTC');
  RETURN true;
END
$$;
