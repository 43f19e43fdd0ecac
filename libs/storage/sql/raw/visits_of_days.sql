-- How many visits a website has by day, ascending: where a list of visits has how much to read.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT (extract(epoch FROM bucket) * 1000)::float8 AS start, sum(visits)::bigint AS visits
FROM traffic_daily
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
GROUP BY bucket
ORDER BY bucket
