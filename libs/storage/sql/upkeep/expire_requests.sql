-- Deletes a portion of the idempotency keys that are older than 24 hours. A key that is taken again
-- at the same moment is young and stays.
-- $1 maximum number
DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours' AND ctid = ANY (ARRAY(
  SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT $1::integer))
