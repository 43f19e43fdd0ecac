-- Where a roll-up differs from the raw visits. Returns a row for each website, bucket and count
-- that differs, and no rows when all agree. Hours are added up to their day.
-- $1 oldest day of raw visits, $2 the only website, or null for all of them
WITH raw AS MATERIALIZED (
  SELECT v.website_id, date_trunc('day', time, 'UTC') AS day, bot_id = 0 AS human, page_id IS NOT NULL AS paged,
    coalesce(r.source, v.referral_source) IS NOT NULL AS referred, verification = 2 AS spoofed,
    count(*) AS visits, count(*) FILTER (WHERE status_code >= 400) AS error_visits,
    count(*) FILTER (WHERE verification = 1) AS verified_visits,
    count(*) FILTER (WHERE verification = 2) AS spoofed_visits,
    count(*) FILTER (WHERE verification = 3) AS unverifiable_visits
  FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  WHERE time >= $1 AND ($2::integer IS NULL OR v.website_id = $2)
  GROUP BY 1, 2, 3, 4, 5, 6
), digests AS (
  -- Only digests that reports would read. Reports ignore a digest that was made from other visits.
  SELECT d.website_id, d.grain, d.bucket, d.bot_visits || d.human_visits AS visits, d.error_visits,
    d.verified_visits, d.spoofed_visits, d.unverifiable_visits
  FROM page_digests d JOIN raw r ON r.website_id = d.website_id AND date_trunc(d.grain, r.day, 'UTC') = d.bucket
  WHERE d.bucket >= $1 AND ($2 IS NULL OR d.website_id = $2)
  GROUP BY d.website_id, d.grain, d.bucket, d.visits
  HAVING sum(r.visits) = d.visits
), roll_ups (relation, grain, visitors, errors, verdicts) AS (
  -- Which visits each roll-up counts, and whether it tells errors and verdicts apart.
  VALUES
    ('traffic_hourly', 'day', NULL, true, true), ('traffic_daily', 'day', NULL, true, true),
    ('traffic_weekly', 'week', NULL, true, true), ('traffic_monthly', 'month', NULL, true, true),
    ('pages_daily', 'day', 'paged', true, true), ('statuses_hourly', 'day', NULL, true, false), ('statuses_daily', 'day', NULL, true, false),
    ('clients_daily', 'day', 'human', false, false), ('referrals_hourly', 'day', 'referred', false, false),
    ('referrals_daily', 'day', 'referred', false, false),
    ('spoofed_daily', 'day', 'spoofed', false, false),
    ('page_digests, day', 'day', 'paged', true, true), ('page_digests, week', 'week', 'paged', true, true),
    ('page_digests, month', 'month', 'paged', true, true), ('bot_page_sets, day', 'day', 'bot', true, true),
    ('bot_page_sets, week', 'week', 'bot', true, true), ('bot_page_sets, month', 'month', 'bot', true, true)
), expected AS (
  SELECT u.relation, website_id, date_trunc(u.grain, day, 'UTC') AS bucket, sum(visits) AS visits,
    CASE WHEN u.errors THEN sum(error_visits) END AS error_visits,
    CASE WHEN u.verdicts THEN sum(verified_visits) END AS verified_visits,
    CASE WHEN u.verdicts THEN sum(spoofed_visits) END AS spoofed_visits,
    CASE WHEN u.verdicts THEN sum(unverifiable_visits) END AS unverifiable_visits
  FROM raw JOIN roll_ups u ON CASE u.visitors
    WHEN 'paged' THEN paged WHEN 'human' THEN human WHEN 'referred' THEN human AND referred
    WHEN 'bot' THEN paged AND NOT human WHEN 'spoofed' THEN spoofed ELSE true END
  WHERE date_trunc(u.grain, day, 'UTC') >= $1
    -- Not every bucket has a digest.
    AND (u.relation NOT LIKE '%, %' OR EXISTS (
      SELECT FROM digests d WHERE d.website_id = raw.website_id AND d.grain = u.grain
        AND d.bucket = date_trunc(u.grain, raw.day, 'UTC')))
  GROUP BY u.relation, u.errors, u.verdicts, website_id, date_trunc(u.grain, day, 'UTC')
), actual AS (
  SELECT relation, website_id, bucket, sum(visits) AS visits, sum(error_visits) AS error_visits,
    sum(verified_visits) AS verified_visits, sum(spoofed_visits) AS spoofed_visits,
    sum(unverifiable_visits) AS unverifiable_visits
  FROM (
    SELECT 'traffic_hourly' AS relation, website_id, date_trunc('day', bucket, 'UTC') AS bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits FROM traffic_hourly
    UNION ALL
    SELECT 'traffic_daily', website_id, bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits FROM traffic_daily
    UNION ALL
    SELECT 'traffic_weekly', website_id, bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits FROM traffic_weekly
    UNION ALL
    SELECT 'traffic_monthly', website_id, bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits FROM traffic_monthly
    UNION ALL
    SELECT 'pages_daily', website_id, bucket,
      visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
    UNION ALL
    SELECT 'statuses_hourly', website_id, date_trunc('day', bucket, 'UTC'),
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END, NULL, NULL, NULL FROM statuses_hourly
    UNION ALL
    SELECT 'statuses_daily', website_id, bucket,
      visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END, NULL, NULL, NULL FROM statuses_daily
    UNION ALL
    SELECT 'clients_daily', website_id, bucket, visits, NULL, NULL, NULL, NULL FROM clients_daily
    UNION ALL
    SELECT 'referrals_hourly', website_id, date_trunc('day', bucket, 'UTC'), visits, NULL, NULL, NULL, NULL
    FROM referrals_hourly
    UNION ALL
    SELECT 'referrals_daily', website_id, bucket, visits, NULL, NULL, NULL, NULL FROM referrals_daily
    UNION ALL
    SELECT 'spoofed_daily', website_id, bucket, visits, NULL, NULL, NULL, NULL FROM spoofed_daily
    UNION ALL
    SELECT 'page_digests, ' || grain, website_id, bucket, unnest(visits), unnest(error_visits),
      unnest(verified_visits), unnest(spoofed_visits), unnest(unverifiable_visits)
    FROM digests
    UNION ALL
    SELECT 'bot_page_sets, ' || grain, website_id, bucket, unnest(s.visits), unnest(s.error_visits),
      unnest(s.verified_visits), unnest(s.spoofed_visits), unnest(s.unverifiable_visits)
    FROM digests JOIN bot_page_sets s USING (website_id, grain, bucket)
    WHERE $2 IS NULL OR s.website_id = $2
  ) counted
  WHERE bucket >= $1 AND ($2 IS NULL OR website_id = $2)
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
