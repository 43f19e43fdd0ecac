-- Notes in the ledger that a batch is written in halves, unless the ledger already has the batch.
-- $1 batch id, $2 account, $3 received at
INSERT INTO log_batches (id, account_id, received_at, entries, split)
VALUES ($1::uuid, $2::integer, to_timestamp($3::float8 / 1000), 0, true)
ON CONFLICT (id) DO NOTHING
