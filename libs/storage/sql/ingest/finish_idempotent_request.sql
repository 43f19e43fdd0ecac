-- Notes that the queue holds the batch, so that repeats get the same answer.
-- $1 first key of the line of rotations, $2 key
UPDATE idempotency_keys SET state = 'done' WHERE lineage_id = $1 AND key = $2
