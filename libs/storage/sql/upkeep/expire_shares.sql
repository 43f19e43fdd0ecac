-- Deletes a portion of the shared links that have expired.
-- $1 maximum number
DELETE FROM shares WHERE id = ANY (ARRAY(SELECT id FROM shares WHERE expires_at <= now() LIMIT $1::integer))
