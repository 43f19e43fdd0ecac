-- What a period can be read from: the current visits by day, and the digests inside the period with
-- the number of visits that they were made from. Both have how much evidence the verdicts on
-- visitors follow from.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT 'now' AS grain, (extract(epoch FROM bucket) * 1000)::bigint AS bucket, visits, coalesce(appended, 0) AS judged
FROM (
  SELECT bucket, sum(visits)::bigint AS visits
  FROM traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  GROUP BY bucket
) days LEFT JOIN (
  SELECT bucket, appended FROM judged_days WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
) judged USING (bucket)
UNION ALL
SELECT grain, (extract(epoch FROM bucket) * 1000)::bigint, visits, judged
FROM page_digests
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  AND registry_version = (SELECT max(registry_version) FROM bots)
