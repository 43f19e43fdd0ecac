-- Deletes a portion of the counts of feeds that no report reads any more: hours after 2 days, days
-- after 31.
-- $1 maximum number
DELETE FROM feed_counts WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM feed_counts
  WHERE bucket < now() - interval '2 days' AND (grain = 'hour' OR bucket < now() - interval '31 days')
  LIMIT $1::integer))
