-- How much evidence websites have, by UTC day.
-- $1 websites
SELECT website_id, day, sum(count)::float8 AS count
FROM visitor_evidence WHERE website_id = ANY ($1::integer[])
GROUP BY website_id, day
