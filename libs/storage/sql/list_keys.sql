-- Keys of an account, oldest first, never with a value. $1 account
SELECT k.public_id, k.kind, k.name, k.last4, w.public_id AS website_id, w.domain,
  k.created_at, k.last_used_at, k.expires_at, k.revoked_at
FROM api_keys k LEFT JOIN websites w ON w.id = k.website_id
WHERE k.account_id = $1
ORDER BY k.created_at, k.id
