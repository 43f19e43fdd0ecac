-- Sessions by their hashes, also those that have ended, with what a request needs to know about
-- their keys and accounts.
-- $1 sha256 of each
SELECT s.sha256, s.id, s.public_id, s.created_at, s.last_used_at, s.ends_at,
  k.id AS key_id, k.public_id AS key_public_id, k.name AS key_name, k.scope, coalesce(k.first_key, k.id) AS lineage_id,
  k.expires_at, k.revoked_at, a.id AS account_id, a.public_id AS account_public_id, a.name AS account_name,
  a.plan, a.api_requests_per_minute, a.ingest_requests_per_minute, a.total_ingest_requests_per_minute,
  a.max_live_keys, a.max_websites, a.fetch_seconds_per_day
FROM sessions s JOIN api_keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id
WHERE s.sha256 = ANY ($1::bytea[])
