-- The queue holds the batch: repeats are answered alike.
-- $1 key id, $2 key
UPDATE idempotency_keys SET state = 'done' WHERE key_id = $1 AND key = $2
