-- Notes when deliveries came. This is the first statement of its transaction: its row locks, taken
-- in order, make processes take turns that write for the same feeds. A deleted website gets no
-- rows.
-- $1-$4 websites, feeds, first and last deliveries (epoch milliseconds; null when there was none)
INSERT INTO website_feeds AS f (website_id, feed, first_delivery, last_delivery)
SELECT n.website_id, n.feed, to_timestamp(min(n.first) / 1000), to_timestamp(max(n.last) / 1000)
FROM unnest($1::integer[], $2::text[], $3::float8[], $4::float8[]) AS n (website_id, feed, first, last)
JOIN websites w ON w.id = n.website_id AND w.deleted_at IS NULL
GROUP BY n.website_id, n.feed
ORDER BY n.website_id, n.feed
ON CONFLICT (website_id, feed) DO UPDATE SET
  first_delivery = least(f.first_delivery, excluded.first_delivery),
  last_delivery = greatest(f.last_delivery, excluded.last_delivery)
