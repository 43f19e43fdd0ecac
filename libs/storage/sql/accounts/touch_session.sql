-- Notes that a session was used, at most once a minute. This is a use of its key, too.
-- $1 session, $2 now
WITH touched AS (
  UPDATE sessions SET last_used_at = $2
  WHERE id = $1 AND last_used_at <= $2::timestamptz - interval '1 minute'
  RETURNING key_id
)
UPDATE api_keys k SET last_used_at = now()
FROM touched WHERE k.id = touched.key_id AND coalesce(k.last_used_at < now() - interval '1 minute', true)
