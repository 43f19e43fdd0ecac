-- Notes in the ledger an entry that is not written, unless the ledger already has it.
-- $1 ledger id, $2 account, $3 received at, $4 website
INSERT INTO log_batches (id, account_id, received_at, entries, website_id)
VALUES ($1::uuid, $2::integer, to_timestamp($3::float8 / 1000), 1, $4::integer)
ON CONFLICT (website_id, id) DO NOTHING
