-- Sessions of an account that have not ended, those that were used last first.
-- $1 account, $2 now, $3 sessions that were last used before have ended
SELECT s.public_id, s.created_at, s.last_used_at, s.ends_at,
  k.public_id AS key_public_id, k.name AS key_name, k.scope, k.expires_at
FROM sessions s JOIN api_keys k ON k.id = s.key_id
WHERE k.account_id = $1 AND s.ends_at > $2 AND s.last_used_at > $3 AND k.revoked_at IS NULL
  AND coalesce(k.expires_at > $2, true)
ORDER BY s.last_used_at DESC, s.id DESC
