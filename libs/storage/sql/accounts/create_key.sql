-- Stores a new key by its hash. Stores nothing and returns no row when the account has as many live
-- keys as it may have.
-- $1 public id, $2 account, $3 website or null, $4 kind, $5 name, $6 sha256, $7 last 4 characters,
-- $8 expires at or null, $9 scope, $10 live keys that the account may have, or null for any number,
-- $11 now
INSERT INTO api_keys (public_id, account_id, website_id, kind, name, sha256, last4, expires_at, scope)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
WHERE $10::integer IS NULL OR count_live_keys($2, $11) < $10
RETURNING public_id, kind, name, scope, last4, created_at, last_used_at, expires_at, revoked_at, NULL AS replaced_by,
  id AS lineage_id, false AS has_signing_secret
