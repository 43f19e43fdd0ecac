-- The groups of visitors of a website by UTC day, those with the most visits first.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 kinds, $5 limit
SELECT (extract(epoch FROM bucket) * 1000)::float8 AS day, one AS "group"
FROM visitor_groups, jsonb_array_elements(groups) WITH ORDINALITY AS of_day (one, place)
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND one ->> 'kind' = ANY ($4::text[])
ORDER BY (one ->> 'visits')::bigint DESC, bucket DESC, place
LIMIT $5
