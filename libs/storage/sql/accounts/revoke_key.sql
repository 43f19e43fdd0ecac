-- Revokes a key. A revoked key stays revoked.
-- $1 public id
UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE public_id = $1
RETURNING public_id, kind, name, scope, last4, created_at, last_used_at, expires_at, revoked_at, NULL AS replaced_by,
  coalesce(first_key, id) AS lineage_id,
  EXISTS (SELECT FROM signing_secrets s WHERE s.first_key = coalesce(api_keys.first_key, api_keys.id)) AS has_signing_secret
