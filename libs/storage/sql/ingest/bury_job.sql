-- Puts a whole job among the dead. A second time has no effect.
-- $1 dead id, $2 job, $3 account, $4 website, $5 received at, $6 reason, $7 payload
INSERT INTO dead_entries (id, kind, batch_id, account_id, website_id, received_at, reason, payload)
VALUES ($1::uuid, 'job', $2::text, $3::integer, $4::integer, to_timestamp($5::float8 / 1000), $6::text, $7::text)
ON CONFLICT (id) DO NOTHING
