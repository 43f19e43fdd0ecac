-- Adds deliveries, their entries and their lag to the hours and days of feeds.
-- $1-$3 websites, feeds, hours (epoch milliseconds)
-- $4-$7 deliveries, entries, sums of lag and largest lags in milliseconds
-- $8-$12 entries without an address, host, country, fetch headers and referer
-- $13 entries of static files
INSERT INTO feed_counts AS c (website_id, feed, grain, bucket, deliveries, entries, lag_ms, largest_lag_ms,
  without_address, without_host, without_country, without_fetch_headers, without_referer, static_files)
SELECT n.website_id, n.feed, g.grain, date_trunc(g.grain, to_timestamp(n.hour / 1000), 'UTC') AS bucket,
  sum(n.deliveries), sum(n.entries), sum(n.lag_ms), max(n.largest_lag_ms),
  sum(n.without_address), sum(n.without_host), sum(n.without_country), sum(n.without_fetch_headers),
  sum(n.without_referer), sum(n.static_files)
FROM unnest($1::integer[], $2::text[], $3::float8[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
  $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
  AS n (website_id, feed, hour, deliveries, entries, lag_ms, largest_lag_ms, without_address, without_host,
    without_country, without_fetch_headers, without_referer, static_files)
CROSS JOIN (VALUES ('hour'), ('day')) AS g (grain)
JOIN websites w ON w.id = n.website_id AND w.deleted_at IS NULL
GROUP BY n.website_id, n.feed, g.grain, bucket
ORDER BY n.website_id, n.feed, g.grain, bucket
ON CONFLICT (website_id, feed, grain, bucket) DO UPDATE SET
  deliveries = c.deliveries + excluded.deliveries,
  entries = c.entries + excluded.entries,
  lag_ms = c.lag_ms + excluded.lag_ms,
  largest_lag_ms = greatest(c.largest_lag_ms, excluded.largest_lag_ms),
  without_address = c.without_address + excluded.without_address,
  without_host = c.without_host + excluded.without_host,
  without_country = c.without_country + excluded.without_country,
  without_fetch_headers = c.without_fetch_headers + excluded.without_fetch_headers,
  without_referer = c.without_referer + excluded.without_referer,
  static_files = c.static_files + excluded.static_files
