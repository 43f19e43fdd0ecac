-- Deletes a portion of the ledger rows that are older than 14 days.
-- $1 maximum number
DELETE FROM log_batches WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM log_batches WHERE written_at < now() - interval '14 days' LIMIT $1::integer))
