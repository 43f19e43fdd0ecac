-- Gives a webhook a new secret, and keeps the old one for a while. Returns no row when the secret
-- before the old one has not ended yet, because messages have two signatures at most; without an
-- overlap it ends now.
-- $1 webhook, $2 sealed secret, $3 seconds of the overlap
UPDATE webhooks SET secret = $2,
  old_secret = CASE WHEN $3::integer > 0 THEN secret END,
  old_secret_ends_at = CASE WHEN $3 > 0 THEN now() + make_interval(secs => $3) END
WHERE id = $1 AND ($3 = 0 OR coalesce(old_secret_ends_at <= now(), true))
RETURNING public_id
