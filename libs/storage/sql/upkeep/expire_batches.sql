-- Deletes a portion of the ledger rows that are older than 14 days. A batch may have several rows,
-- one for each website of it.
-- $1 maximum number of batches
DELETE FROM log_batches
WHERE written_at < now() - interval '14 days'
  AND id IN (SELECT id FROM log_batches WHERE written_at < now() - interval '14 days' LIMIT $1::integer)
