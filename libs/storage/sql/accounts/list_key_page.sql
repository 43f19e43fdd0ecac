-- API Keys of an account, or the Bot Tracking Keys of one of its websites, oldest first.
-- $1 account, $2 website or null, $3 public id of the last one seen or null, $4 maximum number
SELECT k.public_id, k.kind, k.name, k.scope, k.last4, w.public_id AS website_id, w.domain,
  k.created_at, k.last_used_at, k.expires_at, k.revoked_at, successor.public_id AS replaced_by,
  coalesce(k.first_key, k.id) AS lineage_id, secret.first_key IS NOT NULL AS has_signing_secret
FROM api_keys k LEFT JOIN websites w ON w.id = k.website_id LEFT JOIN api_keys successor ON successor.id = k.replaced_by
  LEFT JOIN signing_secrets secret ON secret.first_key = coalesce(k.first_key, k.id)
WHERE k.account_id = $1 AND k.website_id IS NOT DISTINCT FROM $2::integer
  AND ($3::text IS NULL OR (k.created_at, k.id) > (SELECT created_at, id FROM api_keys WHERE account_id = $1 AND public_id = $3))
ORDER BY k.created_at, k.id
LIMIT $4
