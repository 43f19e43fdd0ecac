-- The UTC days of websites, in days since 1970, of which, or of the days before, more is known than
-- when they were judged, and how much that is.
-- $1 how many days before are looked at, too
WITH known AS MATERIALIZED (
  SELECT website_id, day, sum(appended)::bigint AS appended FROM visitor_evidence GROUP BY website_id, day
)
SELECT e.website_id, e.day, e.appended::text AS appended
FROM (
  SELECT d.website_id, d.day, to_timestamp(d.day * 86400.0) AS bucket, sum(n.appended)::bigint AS appended
  FROM known d JOIN known n ON n.website_id = d.website_id AND n.day >= d.day - $1::integer AND n.day <= d.day
  GROUP BY d.website_id, d.day
) e LEFT JOIN judged_days p ON p.website_id = e.website_id AND p.bucket = e.bucket
WHERE p.appended IS DISTINCT FROM e.appended AND p.appended IS DISTINCT FROM -1
ORDER BY e.website_id, e.day
