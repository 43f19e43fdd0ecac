-- Deletes a portion of the counts of feeds that nothing reads any more: hours after 29 days,
-- because alerts learn from four weeks when a feed is silent for longer than usual; days after 31.
-- $1 maximum number
DELETE FROM feed_counts WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM feed_counts
  WHERE bucket < now() - interval '29 days' AND (grain = 'hour' OR bucket < now() - interval '31 days')
  LIMIT $1::integer))
