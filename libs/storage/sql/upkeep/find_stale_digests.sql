-- Past days, weeks and months of websites whose digest is missing, or was made from other visits,
-- other verdicts or another registry, or before digests were packed. The newest come first. All of
-- a website is grouped and joined by the website, so that each server of websites can look at its
-- own.
-- $1 seconds after the end of a bucket until it is surely over,
-- $2 minimum number of visits for a digest
SELECT b.website_id, b.grain, (extract(epoch FROM b.bucket) * 1000)::bigint AS bucket,
  (extract(epoch FROM b.ends) * 1000)::bigint AS ends, b.visits, b.judged
FROM (
  SELECT website_id, grain, date_trunc(grain, day, 'UTC') AS bucket,
    CASE grain
      WHEN 'day' THEN date_trunc(grain, day, 'UTC') + INTERVAL '24 hours'
      WHEN 'week' THEN date_trunc(grain, day, 'UTC') + INTERVAL '168 hours'
      ELSE date_trunc('month', date_trunc('month', day, 'UTC') + INTERVAL '768 hours', 'UTC')
    END AS ends,
    sum(visits)::bigint AS visits, coalesce(sum(appended), 0)::bigint AS judged
  FROM (
    SELECT website_id, bucket AS day, sum(visits)::bigint AS visits
    FROM traffic_daily
    WHERE bucket < now() AND website_id NOT IN (SELECT id FROM websites WHERE deleted_at IS NOT NULL)
    GROUP BY website_id, bucket
  ) days LEFT JOIN (SELECT website_id, bucket AS day, appended FROM judged_days) judged USING (website_id, day)
    CROSS JOIN unnest(ARRAY['day', 'week', 'month']) AS grain
  GROUP BY 1, 2, 3, 4
) b LEFT JOIN page_digests d ON d.website_id = b.website_id AND d.grain = b.grain AND d.bucket = b.bucket
WHERE b.visits >= $2 AND b.ends <= now() - make_interval(secs => $1::integer)
  AND (d.visits IS DISTINCT FROM b.visits
    OR d.packed_from IS DISTINCT FROM ARRAY[d.visits, d.judged, d.registry_version]
    OR d.judged <> b.judged OR d.registry_version < (SELECT max(registry_version) FROM bots))
ORDER BY b.bucket DESC, b.website_id, b.grain
