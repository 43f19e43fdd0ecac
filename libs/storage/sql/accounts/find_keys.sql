-- Keys by their hashes, with what a request needs to know about their accounts, with the sealed
-- secret with which their senders sign, and with the time of the database in epoch milliseconds.
-- Keys of deleted websites are left out.
-- $1 sha256 of each
SELECT k.sha256, k.id AS key_id, coalesce(k.first_key, k.id) AS lineage_id,
  k.public_id, k.kind, k.scope, k.account_id, k.website_id, k.expires_at, k.revoked_at,
  a.plan, a.api_requests_per_minute, a.ingest_requests_per_minute, a.total_ingest_requests_per_minute,
  a.max_live_keys, a.max_websites, a.fetch_seconds_per_day, s.sealed AS signing_secret,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms
FROM api_keys k JOIN accounts a ON a.id = k.account_id LEFT JOIN websites w ON w.id = k.website_id
  LEFT JOIN signing_secrets s ON s.first_key = coalesce(k.first_key, k.id)
WHERE k.sha256 = ANY ($1::bytea[]) AND w.deleted_at IS NULL
