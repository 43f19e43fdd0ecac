-- Where a roll-up differs from the raw visits, by website and day; no rows when all agree. $1 oldest day of raw visits
WITH raw AS MATERIALIZED (
  SELECT website_id, date_trunc('day', time, 'UTC') AS day, count(*) AS visits, count(page_id) AS page_visits,
    count(page_id) FILTER (WHERE bot_id <> 0) AS bot_page_visits,
    count(*) FILTER (WHERE status_code >= 400) AS error_visits, count(*) FILTER (WHERE bot_id = 0) AS human_visits,
    count(*) FILTER (WHERE bot_id = 0 AND coalesce(referral_source, referral_source_of(referer)) IS NOT NULL)
      AS referred_visits
  FROM visits
  WHERE time >= $1
  GROUP BY 1, 2
), digests AS (
  -- Those that reports would read: a digest made from other visits is left aside by them.
  SELECT d.website_id, d.grain, d.bucket, sum(r.page_visits) AS page_visits, sum(r.bot_page_visits) AS bot_page_visits,
    (SELECT coalesce(sum(v), 0) FROM unnest(d.bot_visits || d.human_visits) v) AS digested_visits
  FROM page_digests d JOIN raw r ON r.website_id = d.website_id AND r.day >= d.bucket AND r.day < CASE d.grain
    WHEN 'day' THEN d.bucket + INTERVAL '24 hours' WHEN 'week' THEN d.bucket + INTERVAL '168 hours'
    ELSE date_trunc('month', d.bucket + INTERVAL '768 hours', 'UTC') END
  WHERE d.bucket >= $1
  GROUP BY d.website_id, d.grain, d.bucket, d.visits, d.bot_visits, d.human_visits
  HAVING sum(r.visits) = d.visits
), digested AS (
  SELECT website_id, 'page_digests, ' || grain AS relation, bucket, page_visits, digested_visits FROM digests
  UNION ALL
  SELECT website_id, 'bot_page_sets, ' || grain, bucket, bot_page_visits,
    (SELECT coalesce(sum(v), 0) FROM bot_page_sets s, unnest(s.visits) v
      WHERE s.website_id = d.website_id AND s.grain = d.grain AND s.bucket = d.bucket)
  FROM digests d
), expected AS (
  SELECT 'traffic_hourly' AS relation, website_id, day, visits, error_visits FROM raw
  UNION ALL
  SELECT 'traffic_daily', website_id, day, visits, error_visits FROM raw
  UNION ALL
  SELECT 'pages_daily', website_id, day, page_visits, NULL FROM raw WHERE page_visits > 0
  UNION ALL
  SELECT 'traffic_weekly', website_id, date_trunc('week', day, 'UTC'), sum(visits), sum(error_visits)
  FROM raw WHERE date_trunc('week', day, 'UTC') >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'traffic_monthly', website_id, date_trunc('month', day, 'UTC'), sum(visits), sum(error_visits)
  FROM raw WHERE date_trunc('month', day, 'UTC') >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'statuses_daily', website_id, day, visits, error_visits FROM raw
  UNION ALL
  SELECT 'clients_daily', website_id, day, human_visits, NULL FROM raw WHERE human_visits > 0
  UNION ALL
  SELECT 'referrals_daily', website_id, day, referred_visits, NULL FROM raw WHERE referred_visits > 0
  UNION ALL
  SELECT relation, website_id, bucket, page_visits, NULL FROM digested
), actual AS (
  SELECT 'traffic_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS day,
    sum(visits) AS visits, sum(error_visits) AS error_visits
  FROM traffic_hourly WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'traffic_daily', website_id, bucket, sum(visits), sum(error_visits)
  FROM traffic_daily WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'pages_daily', website_id, bucket, sum(visits), NULL
  FROM pages_daily WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'traffic_weekly', website_id, bucket, sum(visits), sum(error_visits)
  FROM traffic_weekly WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'traffic_monthly', website_id, bucket, sum(visits), sum(error_visits)
  FROM traffic_monthly WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'statuses_daily', website_id, bucket, sum(visits), coalesce(sum(visits) FILTER (WHERE status_code >= 400), 0)
  FROM statuses_daily WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'clients_daily', website_id, bucket, sum(visits), NULL
  FROM clients_daily WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT 'referrals_daily', website_id, bucket, sum(visits), NULL
  FROM referrals_daily WHERE bucket >= $1 GROUP BY 2, 3
  UNION ALL
  SELECT relation, website_id, bucket, digested_visits, NULL FROM digested
)
SELECT relation, w.public_id AS website_id, to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bucket,
  coalesce(e.visits, 0)::bigint AS raw_visits, coalesce(a.visits, 0)::bigint AS rolled_up_visits,
  e.error_visits::bigint AS raw_error_visits, a.error_visits::bigint AS rolled_up_error_visits
FROM expected e FULL JOIN actual a USING (relation, website_id, day) LEFT JOIN websites w ON w.id = website_id
WHERE (e.visits IS DISTINCT FROM a.visits OR e.error_visits IS DISTINCT FROM a.error_visits)
  -- While a deleted website is being erased, more is left of the one than of the other.
  AND (w.deleted_at IS NULL OR w.erased_at IS NOT NULL)
ORDER BY relation, website_id, day
