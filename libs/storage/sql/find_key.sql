-- A key by its hash, with what a request needs to know of its account. $1 sha256
SELECT k.id AS key_id, k.public_id, k.kind, k.account_id, k.website_id, k.expires_at, k.revoked_at,
  a.plan, a.api_requests_per_minute, a.ingest_requests_per_minute
FROM api_keys k JOIN accounts a ON a.id = k.account_id
WHERE k.sha256 = $1
