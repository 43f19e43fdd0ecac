-- A key of an account by its public id. Returns no row when its website is deleted.
-- $1 account, $2 public id
SELECT k.public_id, k.kind, k.name, k.scope, k.last4, w.public_id AS website_id, w.domain,
  k.created_at, k.last_used_at, k.expires_at, k.revoked_at, successor.public_id AS replaced_by,
  coalesce(k.first_key, k.id) AS lineage_id, secret.first_key IS NOT NULL AS has_signing_secret
FROM api_keys k LEFT JOIN websites w ON w.id = k.website_id LEFT JOIN api_keys successor ON successor.id = k.replaced_by
  LEFT JOIN signing_secrets secret ON secret.first_key = coalesce(k.first_key, k.id)
WHERE k.account_id = $1 AND k.public_id = $2 AND w.deleted_at IS NULL
