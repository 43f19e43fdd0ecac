-- The feeds of websites, and what came on them in the recent hours.
-- $1 websites, $2 first hour
SELECT f.website_id, f.feed, extract(epoch FROM f.first_delivery)::float8 * 1000 AS first_delivery,
  extract(epoch FROM f.last_delivery)::float8 * 1000 AS last_delivery,
  coalesce(c.deliveries, 0) AS deliveries, coalesce(c.entries, 0) AS entries,
  coalesce(r.rejected, 0) AS rejected, coalesce(r.refused, 0) AS refused, r.reason
FROM website_feeds f
LEFT JOIN LATERAL (
  SELECT sum(deliveries::float8) AS deliveries, sum(entries::float8) AS entries FROM feed_counts c
  WHERE c.website_id = f.website_id AND c.feed = f.feed AND c.grain = 'hour' AND c.bucket >= $2
) c ON true
LEFT JOIN LATERAL (
  SELECT sum(number::float8) FILTER (WHERE result = 'rejected') AS rejected,
    sum(number::float8) FILTER (WHERE result = 'refused') AS refused,
    (array_agg(reason ORDER BY number DESC, reason))[1] AS reason
  FROM feed_reasons r
  WHERE r.website_id = f.website_id AND r.feed = f.feed AND r.grain = 'hour' AND r.bucket >= $2 AND r.result <> 'skipped'
) r ON true
WHERE f.website_id = ANY ($1::integer[])
