-- The groups of visitors of a website by UTC day.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT (extract(epoch FROM bucket) * 1000)::float8 AS day, groups
FROM visitor_groups
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
ORDER BY bucket
