-- What a period can be read from: the current visits by day, and the digests inside the period with
-- the number of visits that they were made from. Both have how much evidence the verdicts on
-- visitors follow from. A digest also has what tells whether a reader remembers its packed values,
-- and how long these are.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT 'now' AS grain, (extract(epoch FROM bucket) * 1000)::bigint AS bucket, visits, coalesce(appended, 0) AS judged,
  NULL AS hash, NULL AS pages_bytes, NULL AS sets_bytes, NULL AS hours_bytes, NULL AS landings_bytes
FROM (
  SELECT bucket, sum(visits)::bigint AS visits
  FROM traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  GROUP BY bucket
) days LEFT JOIN (
  SELECT bucket, appended FROM judged_days WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
) judged USING (bucket)
UNION ALL
SELECT grain, (extract(epoch FROM bucket) * 1000)::bigint, visits, judged, packed_hash,
  CASE WHEN is_packed THEN octet_length(packed_pages) END, CASE WHEN is_packed THEN octet_length(packed_sets) END,
  CASE WHEN is_packed THEN octet_length(packed_hours) END, CASE WHEN is_packed THEN octet_length(packed_landings) END
FROM page_digests, LATERAL (SELECT packed_from = ARRAY[visits, judged, registry_version] AS is_packed) p
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  AND registry_version = (SELECT max(registry_version) FROM bots)
