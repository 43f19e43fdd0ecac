-- Notes that the batch could not be queued, so that the next attempt need not wait for the lease.
-- $1 key id, $2 key
UPDATE idempotency_keys SET lease_until = now() WHERE key_id = $1 AND key = $2 AND state = 'in_progress'
