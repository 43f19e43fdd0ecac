-- Puts an entry among the dead once. Its ledger row and its dead row are written in one statement,
-- and nothing is written when the ledger already has it.
-- $1 ledger id, $2 account, $3 received at, $4 dead id, $5 batch, $6 position, $7 website,
-- $8 SQLSTATE, $9 reason, $10 payload
WITH ledger AS (
  INSERT INTO log_batches (id, account_id, received_at, entries)
  VALUES ($1::uuid, $2::integer, to_timestamp($3::float8 / 1000), 1)
  ON CONFLICT (id) DO NOTHING
  RETURNING id
)
INSERT INTO dead_entries (id, kind, batch_id, position, account_id, website_id, received_at, sqlstate, reason, payload)
SELECT $4::uuid, 'entry', $5::text, $6::integer, $2::integer, $7::integer, to_timestamp($3::float8 / 1000), $8::text,
  $9::text, $10::text
FROM ledger
ON CONFLICT (id) DO NOTHING
