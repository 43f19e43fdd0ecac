-- Takes an idempotency key. Returns a row when the key is ours: it is new, was forgotten after a
-- day, or belongs to an abandoned request whose lease ran out. It has the batch id, and when the
-- first attempt came (epoch milliseconds). Returns no row when another request has it.
-- $1 first key of the line of rotations, $2 key, $3 body sha256, $4 batch id, $5 lease in seconds
INSERT INTO idempotency_keys AS i (lineage_id, key, body_sha256, batch_id, state, lease_until)
VALUES ($1, $2, $3, $4, 'in_progress', now() + make_interval(secs => $5))
ON CONFLICT (lineage_id, key) DO UPDATE SET
  body_sha256 = excluded.body_sha256,
  -- The batch is enqueued again under the same id, because the first attempt may have reached the
  -- queue.
  batch_id = CASE WHEN i.created_at < now() - interval '24 hours' THEN excluded.batch_id ELSE i.batch_id END,
  created_at = CASE WHEN i.created_at < now() - interval '24 hours' THEN now() ELSE i.created_at END,
  state = 'in_progress',
  lease_until = excluded.lease_until
WHERE i.created_at < now() - interval '24 hours'
  OR i.state = 'in_progress' AND i.lease_until < now() AND i.body_sha256 = excluded.body_sha256
RETURNING batch_id, ceil(extract(epoch FROM created_at) * 1000)::float8 AS since_ms
