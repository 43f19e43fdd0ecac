-- Deletes a portion of the sessions that have ended: by their time, because nobody used them for
-- long, or with their key.
-- $1 maximum number
DELETE FROM sessions WHERE id = ANY (ARRAY(
  SELECT s.id FROM sessions s JOIN api_keys k ON k.id = s.key_id
  WHERE s.ends_at <= now() OR s.last_used_at <= now() - interval '12 hours'
    OR k.revoked_at IS NOT NULL OR k.expires_at <= now()
  LIMIT $1::integer))
