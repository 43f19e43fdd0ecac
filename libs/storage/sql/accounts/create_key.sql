-- Stores a new key by its hash.
-- $1 public id, $2 account, $3 website or null, $4 kind, $5 name, $6 sha256, $7 last 4 characters,
-- $8 expires at or null, $9 scope
INSERT INTO api_keys (public_id, account_id, website_id, kind, name, sha256, last4, expires_at, scope)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING public_id, kind, name, scope, last4, created_at, last_used_at, expires_at, revoked_at, NULL AS replaced_by
