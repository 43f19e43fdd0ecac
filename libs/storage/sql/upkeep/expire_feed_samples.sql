-- Deletes a portion of the samples of rejects that are older than 30 days.
-- $1 maximum number
DELETE FROM feed_samples WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM feed_samples WHERE noted_at < now() - interval '30 days' LIMIT $1::integer))
