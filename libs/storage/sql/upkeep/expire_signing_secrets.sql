-- Deletes a portion of the signing secrets of which no key works any more: each key of the line was
-- revoked, also with its website, or has expired.
-- $1 maximum number
DELETE FROM signing_secrets WHERE first_key = ANY (ARRAY(
  SELECT secret.first_key FROM signing_secrets secret JOIN api_keys first ON first.id = secret.first_key
  WHERE NOT EXISTS (
    SELECT FROM api_keys k
    WHERE k.account_id = first.account_id AND coalesce(k.first_key, k.id) = first.id
      AND k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true))
  LIMIT $1::integer))
