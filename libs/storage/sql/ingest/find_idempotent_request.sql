-- The request that an idempotency key stands for.
-- $1 first key of the line of rotations, $2 key
SELECT body_sha256, state FROM idempotency_keys WHERE lineage_id = $1 AND key = $2
