-- Deletes the samples of feeds that are not among their last ones.
-- $1-$2 websites and feeds, $3 number of samples that stay
DELETE FROM feed_samples s
USING unnest($1::integer[], $2::text[]) AS n (website_id, feed)
WHERE s.website_id = n.website_id AND s.feed = n.feed AND s.id <= (
  SELECT o.id FROM feed_samples o WHERE o.website_id = n.website_id AND o.feed = n.feed
  ORDER BY o.id DESC OFFSET $3::integer LIMIT 1)
