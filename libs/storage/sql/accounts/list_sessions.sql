-- Sessions of an account that have not ended, the oldest one first: the order of last use changes
-- while a list is read.
-- $1 account, $2 now, $3 sessions that were last used before have ended, $4 public id of the last
-- one seen or null, $5 when that one was made, or null, $6 maximum number or null
SELECT s.public_id, s.created_at, s.last_used_at, s.ends_at,
  k.public_id AS key_public_id, k.name AS key_name, k.scope, k.expires_at
FROM sessions s JOIN api_keys k ON k.id = s.key_id
WHERE k.account_id = $1 AND s.ends_at > $2 AND s.last_used_at > $3 AND k.revoked_at IS NULL
  AND coalesce(k.expires_at > $2, true)
  -- The last one seen may have been deleted since then.
  AND ($4::text IS NULL OR s.created_at > $5 OR (
    s.created_at = $5 AND s.id > coalesce((SELECT id FROM sessions WHERE public_id = $4), 0)
  ))
ORDER BY s.created_at, s.id
LIMIT $6
