-- Notes in the ledger that the parts of a batch are written in halves, unless the ledger already
-- has them.
-- $1 batch id, $2 account, $3 received at, $4 websites of the parts
INSERT INTO log_batches (id, account_id, received_at, entries, split, website_id)
SELECT $1::uuid, $2::integer, to_timestamp($3::float8 / 1000), 0, true, website
FROM unnest($4::integer[]) AS website ORDER BY website
ON CONFLICT (website_id, id) DO NOTHING
