-- Past days, weeks and months of websites whose digest is missing, was made from other visits or
-- another registry, or has no errors of people yet. The newest come first.
-- $1 seconds after the end of a bucket until it is surely over,
-- $2 minimum number of visits for a digest
WITH days AS MATERIALIZED (
  SELECT website_id, bucket, sum(visits)::bigint AS visits
  FROM traffic_daily
  WHERE bucket < now() AND website_id NOT IN (SELECT id FROM websites WHERE deleted_at IS NOT NULL)
  GROUP BY website_id, bucket
), buckets AS (
  SELECT website_id, 'day' AS grain, bucket, bucket + INTERVAL '24 hours' AS ends, visits FROM days
  UNION ALL
  SELECT website_id, 'week', date_trunc('week', bucket, 'UTC'),
    date_trunc('week', bucket, 'UTC') + INTERVAL '168 hours', sum(visits)::bigint
  FROM days GROUP BY 1, 3
  UNION ALL
  SELECT website_id, 'month', date_trunc('month', bucket, 'UTC'),
    date_trunc('month', date_trunc('month', bucket, 'UTC') + INTERVAL '768 hours', 'UTC'), sum(visits)::bigint
  FROM days GROUP BY 1, 3
)
SELECT website_id, grain, (extract(epoch FROM bucket) * 1000)::bigint AS bucket,
  (extract(epoch FROM ends) * 1000)::bigint AS ends, b.visits
FROM buckets b LEFT JOIN page_digests d USING (website_id, grain, bucket)
WHERE b.visits >= $2 AND ends <= now() - make_interval(secs => $1::integer)
  AND (d.visits IS DISTINCT FROM b.visits OR d.human_error_visits IS NULL
    OR d.registry_version < (SELECT max(registry_version) FROM bots))
ORDER BY bucket DESC, website_id, grain
