-- The hours in which the feeds of websites brought something.
-- $1 websites, $2 first hour
SELECT website_id, feed, array_agg(extract(epoch FROM bucket)::float8 * 1000 ORDER BY bucket) AS hours
FROM feed_counts
WHERE website_id = ANY ($1::integer[]) AND grain = 'hour' AND bucket >= $2 AND deliveries > 0
GROUP BY 1, 2
