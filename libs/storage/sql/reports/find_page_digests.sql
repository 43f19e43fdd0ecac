-- What a period can be read from: the current visits by day, and the digests inside the period with
-- the number of visits that they were made from.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT 'now' AS grain, (extract(epoch FROM bucket) * 1000)::bigint AS bucket, sum(visits)::bigint AS visits
FROM traffic_daily
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
GROUP BY bucket
UNION ALL
SELECT grain, (extract(epoch FROM bucket) * 1000)::bigint, visits
FROM page_digests
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  AND registry_version = (SELECT max(registry_version) FROM bots)
