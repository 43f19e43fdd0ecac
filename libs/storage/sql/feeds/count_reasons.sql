-- Adds what did not become an entry to the hours and days of feeds.
-- $1-$3 websites, feeds, hours (epoch milliseconds)
-- $4-$6 results, reasons, numbers
INSERT INTO feed_reasons AS r (website_id, feed, grain, bucket, result, reason, number)
SELECT n.website_id, n.feed, g.grain, date_trunc(g.grain, to_timestamp(n.hour / 1000), 'UTC') AS bucket,
  n.result, n.reason, sum(n.number)
FROM unnest($1::integer[], $2::text[], $3::float8[], $4::text[], $5::text[], $6::bigint[])
  AS n (website_id, feed, hour, result, reason, number)
CROSS JOIN (VALUES ('hour'), ('day')) AS g (grain)
JOIN websites w ON w.id = n.website_id AND w.deleted_at IS NULL
GROUP BY n.website_id, n.feed, g.grain, bucket, n.result, n.reason
ORDER BY n.website_id, n.feed, g.grain, bucket, n.result, n.reason
ON CONFLICT (website_id, feed, grain, bucket, result, reason) DO UPDATE SET number = r.number + excluded.number
