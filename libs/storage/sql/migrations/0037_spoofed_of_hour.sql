-- The spoofed visits of a website in an hour, added to those of its day. The rows of a day are
-- bounded as in count_spoofed (0017), which counts for several websites at a time, and therefore
-- cannot run where websites are on several servers.
CREATE FUNCTION count_spoofed_of_hour(website integer, hour timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known CONSTANT bigint := (
    SELECT count(*) FROM (
      SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = day_of(hour) LIMIT 4000
    ) k
  );
BEGIN
  INSERT INTO spoofed_daily AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
  WITH spoofed AS MATERIALIZED (
    SELECT website_id, day_of(time) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
      count(*) AS visits, min(time) AS first_seen, max(time) AS last_seen
    FROM visits v
    WHERE v.website_id = website AND time >= hour AND time < hour + INTERVAL '1 hour' AND verification = 2
    GROUP BY 1, 2, 3, 4, 5
  ), placed AS MATERIALIZED (
    SELECT n.*, known < 2000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
      ) AS with_page, known < 4000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network
      ) AS with_network
    FROM spoofed n
  )
  SELECT website_id, bucket, bot_id, CASE WHEN with_page OR with_network THEN network ELSE '0.0.0.0/0' END,
    CASE WHEN with_page THEN page_id ELSE 0 END, sum(visits), min(first_seen), max(last_seen)
  FROM placed
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, network, page_id) DO UPDATE SET
    visits = s.visits + excluded.visits,
    first_seen = least(s.first_seen, excluded.first_seen),
    last_seen = greatest(s.last_seen, excluded.last_seen);
END
$$;

-- As before (0031), but for the spoofed visits.
CREATE OR REPLACE FUNCTION count_visits(website integer, since timestamptz, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
