-- Where a roll-up differs from the raw visits. Returns a row for each website, bucket and count
-- that differs, and no rows when all agree. Hours are added up to their day.
-- Written by npm run statements.
-- $1 oldest day of raw visits, $2 the only website, or null for all of them
WITH raw AS MATERIALIZED (
  SELECT v.website_id, date_trunc('day', v.time, 'UTC') AS day,
    (true) AS is_all, (v.page_id IS NOT NULL) AS is_paged, (v.bot_id = 0) AS is_people,
      (v.bot_id = 0 AND coalesce(r.source, v.referral_source) IS NOT NULL) AS is_referred,
      (v.bot_id = 0 AND v.page_id IS NOT NULL AND coalesce(r.source, v.referral_source) IS NOT NULL) AS is_landed,
      (v.country IS NOT NULL) AS is_located, (v.verification = 2) AS is_spoofed,
      (v.page_id IS NOT NULL AND v.bot_id <> 0) AS is_botpages,
    count(*) AS visits, count(*) FILTER (WHERE v.status_code >= 400) AS error_visits,
    count(*) FILTER (WHERE v.verification = 1) AS verified_visits,
    count(*) FILTER (WHERE v.verification = 2) AS spoofed_visits,
    count(*) FILTER (WHERE v.verification = 3) AS unverifiable_visits
  FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  WHERE v.time >= $1::timestamptz AND ($2::integer IS NULL OR v.website_id = $2::integer)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
), digests AS (
  -- Only digests that reports would read. Reports ignore a digest that was made from other visits.
  SELECT d.website_id, d.grain, d.bucket, d.bot_visits || d.human_visits AS visits, d.error_visits,
    d.verified_visits, d.spoofed_visits, d.unverifiable_visits
  FROM page_digests d JOIN raw r ON r.website_id = d.website_id AND date_trunc(d.grain, r.day, 'UTC') = d.bucket
  WHERE d.bucket >= $1::timestamptz AND ($2::integer IS NULL OR d.website_id = $2::integer)
  GROUP BY d.website_id, d.grain, d.bucket, d.visits
  HAVING sum(r.visits) = d.visits
), roll_ups (relation, grain, kind, has_errors, has_verdicts) AS (
  -- Which visits each roll-up counts, and whether it tells errors and verdicts apart.
  VALUES
    ('traffic_hourly', 'day', 'all', true, true),
    ('traffic_daily', 'day', 'all', true, true),
    ('traffic_weekly', 'week', 'all', true, true),
    ('traffic_monthly', 'month', 'all', true, true),
    ('pages_daily', 'day', 'paged', true, true),
    ('statuses_hourly', 'day', 'all', true, false),
    ('statuses_daily', 'day', 'all', true, false),
    ('hosts_hourly', 'day', 'all', true, true),
    ('hosts_daily', 'day', 'all', true, true),
    ('countries_hourly', 'day', 'located', true, true),
    ('countries_daily', 'day', 'located', true, true),
    ('referrals_hourly', 'day', 'referred', false, false),
    ('referrals_daily', 'day', 'referred', false, false),
    ('landings_daily', 'day', 'landed', false, false),
    ('clients_daily', 'day', 'people', false, false),
    ('spoofed_daily', 'day', 'spoofed', false, false),
    ('page_digests, day', 'day', 'paged', true, true),
    ('page_digests, week', 'week', 'paged', true, true),
    ('page_digests, month', 'month', 'paged', true, true),
    ('bot_page_sets, day', 'day', 'botPages', true, true),
    ('bot_page_sets, week', 'week', 'botPages', true, true),
    ('bot_page_sets, month', 'month', 'botPages', true, true)
), expected AS (
  SELECT u.relation, website_id, date_trunc(u.grain, day, 'UTC') AS bucket, sum(visits) AS visits,
    CASE WHEN u.has_errors THEN sum(error_visits) END AS error_visits,
    CASE WHEN u.has_verdicts THEN sum(verified_visits) END AS verified_visits,
      CASE WHEN u.has_verdicts THEN sum(spoofed_visits) END AS spoofed_visits,
      CASE WHEN u.has_verdicts THEN sum(unverifiable_visits) END AS unverifiable_visits
  FROM raw JOIN roll_ups u ON CASE u.kind
    WHEN 'all' THEN is_all
    WHEN 'paged' THEN is_paged
    WHEN 'people' THEN is_people
    WHEN 'referred' THEN is_referred
    WHEN 'landed' THEN is_landed
    WHEN 'located' THEN is_located
    WHEN 'spoofed' THEN is_spoofed
    WHEN 'botPages' THEN is_botpages
  END
  WHERE date_trunc(u.grain, day, 'UTC') >= $1::timestamptz
    -- Not every bucket has a digest.
    AND (u.relation NOT LIKE '%, %' OR EXISTS (
      SELECT FROM digests d WHERE d.website_id = raw.website_id AND d.grain = u.grain
        AND d.bucket = date_trunc(u.grain, raw.day, 'UTC')))
  GROUP BY u.relation, u.has_errors, u.has_verdicts, website_id, date_trunc(u.grain, day, 'UTC')
), actual AS (
  SELECT relation, website_id, bucket, sum(visits) AS visits, sum(error_visits) AS error_visits, sum(verified_visits) AS verified_visits,
    sum(spoofed_visits) AS spoofed_visits, sum(unverifiable_visits) AS unverifiable_visits
  FROM (
    SELECT 'traffic_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM traffic_hourly
    UNION ALL
    SELECT 'traffic_daily' AS relation, website_id, bucket AS bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM traffic_daily
    UNION ALL
    SELECT 'traffic_weekly' AS relation, website_id, bucket AS bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM traffic_weekly
    UNION ALL
    SELECT 'traffic_monthly' AS relation, website_id, bucket AS bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM traffic_monthly
    UNION ALL
    SELECT 'pages_daily' AS relation, website_id, bucket AS bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_daily
    UNION ALL
    SELECT 'statuses_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits,
        NULL::bigint AS verified_visits, NULL::bigint AS spoofed_visits,
        NULL::bigint AS unverifiable_visits
    FROM current_statuses_hourly
    UNION ALL
    SELECT 'statuses_daily' AS relation, website_id, bucket AS bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits,
        NULL::bigint AS verified_visits, NULL::bigint AS spoofed_visits,
        NULL::bigint AS unverifiable_visits
    FROM current_statuses_daily
    UNION ALL
    SELECT 'hosts_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits, verified_visits,
        spoofed_visits, unverifiable_visits
    FROM current_hosts_hourly
    UNION ALL
    SELECT 'hosts_daily' AS relation, website_id, bucket AS bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits, verified_visits,
        spoofed_visits, unverifiable_visits
    FROM current_hosts_daily
    UNION ALL
    SELECT 'countries_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits, verified_visits,
        spoofed_visits, unverifiable_visits
    FROM current_countries_hourly
    UNION ALL
    SELECT 'countries_daily' AS relation, website_id, bucket AS bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits, verified_visits,
        spoofed_visits, unverifiable_visits
    FROM current_countries_daily
    UNION ALL
    SELECT 'referrals_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS bucket,
      visits, NULL::bigint AS error_visits, NULL::bigint AS verified_visits,
        NULL::bigint AS spoofed_visits, NULL::bigint AS unverifiable_visits
    FROM referrals_hourly
    UNION ALL
    SELECT 'referrals_daily' AS relation, website_id, bucket AS bucket,
      visits, NULL::bigint AS error_visits, NULL::bigint AS verified_visits,
        NULL::bigint AS spoofed_visits, NULL::bigint AS unverifiable_visits
    FROM referrals_daily
    UNION ALL
    SELECT 'landings_daily' AS relation, website_id, bucket AS bucket,
      visits, NULL::bigint AS error_visits, NULL::bigint AS verified_visits,
        NULL::bigint AS spoofed_visits, NULL::bigint AS unverifiable_visits
    FROM landings_daily
    UNION ALL
    SELECT 'clients_daily' AS relation, website_id, bucket AS bucket,
      visits, NULL::bigint AS error_visits, NULL::bigint AS verified_visits,
        NULL::bigint AS spoofed_visits, NULL::bigint AS unverifiable_visits
    FROM clients_daily
    UNION ALL
    SELECT 'spoofed_daily' AS relation, website_id, bucket AS bucket,
      visits, NULL::bigint AS error_visits, NULL::bigint AS verified_visits,
        NULL::bigint AS spoofed_visits, NULL::bigint AS unverifiable_visits
    FROM spoofed_daily
    UNION ALL
    SELECT 'page_digests, ' || grain, website_id, bucket, unnest(digests.visits), unnest(digests.error_visits), unnest(digests.verified_visits),
      unnest(digests.spoofed_visits), unnest(digests.unverifiable_visits)
    FROM digests
    UNION ALL
    SELECT 'bot_page_sets, ' || grain, website_id, bucket, unnest(s.visits), unnest(s.error_visits), unnest(s.verified_visits), unnest(s.spoofed_visits),
      unnest(s.unverifiable_visits)
    FROM digests JOIN bot_page_sets s USING (website_id, grain, bucket)
    WHERE s.bot_id <> 6 AND ($2::integer IS NULL OR s.website_id = $2::integer)
  ) counted
  WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
  GROUP BY relation, website_id, bucket
)
SELECT relation, website_id AS website, to_char(bucket AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bucket,
  c.count, coalesce(c.raw, 0)::bigint AS raw, coalesce(c.rolled_up, 0)::bigint AS rolled_up
FROM expected e FULL JOIN actual a USING (relation, website_id, bucket),
  LATERAL (VALUES
    ('visits', e.visits, a.visits),
    ('error_visits', e.error_visits, a.error_visits),
    ('verified_visits', e.verified_visits, a.verified_visits),
    ('spoofed_visits', e.spoofed_visits, a.spoofed_visits),
    ('unverifiable_visits', e.unverifiable_visits, a.unverifiable_visits)
  ) AS c (count, raw, rolled_up)
WHERE coalesce(c.raw, 0) <> coalesce(c.rolled_up, 0)
ORDER BY relation, website_id, bucket, count
