-- Notes that the batch could not be queued, so that the next attempt need not wait for the lease.
-- $1 first key of the line of rotations, $2 key
UPDATE idempotency_keys SET lease_until = now() WHERE lineage_id = $1 AND key = $2 AND state = 'in_progress'
