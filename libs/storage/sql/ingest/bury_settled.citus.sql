-- Puts an entry among the dead that the ledger has just noted.
-- $1 dead id, $2 batch, $3 position, $4 account, $5 website, $6 received at, $7 SQLSTATE, $8
-- reason,
-- $9 payload
INSERT INTO dead_entries (id, kind, batch_id, position, account_id, website_id, received_at, sqlstate, reason, payload)
VALUES ($1::uuid, 'entry', $2::text, $3::integer, $4::integer, $5::integer, to_timestamp($6::float8 / 1000), $7::text,
  $8::text, $9::text)
ON CONFLICT (id) DO NOTHING
