-- Notes in the ledger an entry that is not written, unless the ledger already has it or all of its
-- website's part of a batch that it is a half of.
-- $1 ledger id, $2 account, $3 received at, $4 website, $5 batches that it is a half of
INSERT INTO log_batches (id, account_id, received_at, entries, website_id)
SELECT $1::uuid, $2::integer, to_timestamp($3::float8 / 1000), 1, $4::integer
WHERE NOT EXISTS (SELECT FROM log_batches b WHERE b.website_id = $4::integer AND b.id = ANY ($5::uuid[]) AND NOT b.split)
ON CONFLICT (website_id, id) DO NOTHING
