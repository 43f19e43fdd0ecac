-- Deletes a portion of the one-time codes whose time is over.
-- $1 maximum number
DELETE FROM sign_in_codes WHERE sha256 = ANY (ARRAY(
  SELECT sha256 FROM sign_in_codes WHERE ends_at <= now() LIMIT $1::integer))
