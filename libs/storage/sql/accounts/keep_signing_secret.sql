-- Keeps the sealed signing secret of a line of keys. It replaces the one that is there.
-- $1 first key of the line, $2 sealed secret
INSERT INTO signing_secrets (first_key, sealed) VALUES ($1, $2)
ON CONFLICT (first_key) DO UPDATE SET sealed = excluded.sealed, set_at = excluded.set_at
