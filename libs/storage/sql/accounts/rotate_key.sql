-- Creates the successor of a key and gives the key its end. Returns no row when the key does not
-- work any more or already has a successor, and when the account has as many live keys as it may
-- have and the key goes on beside its successor.
-- $1 account, $2 public id, $3 now, $4 when the key ends
-- $5 public id, $6 sha256, $7 last 4 characters and $8 end (or null) of the successor
-- $9 live keys that the account may have, or null for any number
WITH room AS MATERIALIZED (
  -- First, because whoever revokes a key locks the account before the key too.
  SELECT $9::integer IS NULL OR $4::timestamptz <= $3::timestamptz
    OR count_live_keys($1::integer, $3) < $9 AS is_there
), old AS (
  SELECT id, first_key, account_id, website_id, kind, name, scope FROM api_keys, room
  WHERE is_there AND account_id = $1 AND public_id = $2 AND revoked_at IS NULL AND replaced_by IS NULL
    AND coalesce(expires_at > $3, true)
  FOR UPDATE OF api_keys
), successor AS (
  INSERT INTO api_keys (public_id, account_id, website_id, kind, name, scope, sha256, last4, expires_at, first_key)
  SELECT $5, account_id, website_id, kind, name, scope, $6, $7, $8, coalesce(first_key, id) FROM old
  RETURNING *
), replaced AS (
  UPDATE api_keys k SET replaced_by = s.id, expires_at = least(k.expires_at, $4)
  FROM old, successor s WHERE k.id = old.id
)
SELECT s.public_id, s.kind, s.name, s.scope, s.last4, w.public_id AS website_id, w.domain,
  s.created_at, s.last_used_at, s.expires_at, s.revoked_at, NULL AS replaced_by,
  s.first_key AS lineage_id, secret.first_key IS NOT NULL AS has_signing_secret
FROM successor s LEFT JOIN websites w ON w.id = s.website_id
  LEFT JOIN signing_secrets secret ON secret.first_key = s.first_key
