-- Writes the ledger row of a batch without any visits left to write. Returns no row when the ledger
-- already has it.
-- $1 batch id, $2 account, $3 received at
INSERT INTO log_batches (id, account_id, received_at, entries)
VALUES ($1::uuid, $2::integer, to_timestamp($3::float8 / 1000), 0)
ON CONFLICT (id) DO NOTHING
