-- Adds samples of rejects, the oldest first.
-- $1-$6 websites, feeds, times (epoch milliseconds), reasons, messages, outlines
INSERT INTO feed_samples (website_id, feed, noted_at, reason, message, outline)
SELECT n.website_id, n.feed, to_timestamp(n.noted_at / 1000), n.reason, n.message, n.outline
FROM unnest($1::integer[], $2::text[], $3::float8[], $4::text[], $5::text[], $6::text[])
  WITH ORDINALITY AS n (website_id, feed, noted_at, reason, message, outline, place)
JOIN websites w ON w.id = n.website_id AND w.deleted_at IS NULL
ORDER BY n.noted_at, n.place
