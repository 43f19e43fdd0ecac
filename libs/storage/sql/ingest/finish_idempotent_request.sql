-- Notes that the queue holds the batch, so that repeats get the same answer.
-- $1 key id, $2 key
UPDATE idempotency_keys SET state = 'done' WHERE key_id = $1 AND key = $2
