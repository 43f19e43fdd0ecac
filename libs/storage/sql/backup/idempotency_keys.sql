-- Every key as one whose request was abandoned. When its sender repeats the request, the batch is
-- queued again under its old id, and the ledger knows which of its entries the backup has.
SELECT lineage_id, key, body_sha256, batch_id, 'in_progress' AS state, TIMESTAMPTZ '-infinity' AS lease_until,
  created_at
FROM idempotency_keys
