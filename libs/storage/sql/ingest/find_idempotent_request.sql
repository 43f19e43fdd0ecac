-- The request that an idempotency key stands for.
-- $1 key id, $2 key
SELECT body_sha256, state FROM idempotency_keys WHERE key_id = $1 AND key = $2
