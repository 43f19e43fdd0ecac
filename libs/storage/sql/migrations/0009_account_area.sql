-- What the account area needs: websites that are deleted, keys with a scope, keys that were rotated.

ALTER TABLE websites
  -- Hidden from here on. The row stays, so that its ids are never given again.
  ADD COLUMN deleted_at timestamptz(3),
  -- Nothing of its visits and counts is left.
  ADD COLUMN erased_at timestamptz(3);
ALTER TABLE websites DROP CONSTRAINT websites_account_id_domain_key;
CREATE UNIQUE INDEX websites_account_id_domain ON websites (account_id, domain) WHERE deleted_at IS NULL;
CREATE INDEX websites_deleted ON websites (account_id, domain) WHERE deleted_at IS NOT NULL;
CREATE INDEX websites_to_erase ON websites (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;

ALTER TABLE api_keys
  -- read: an API Key that changes nothing.
  ADD COLUMN scope text NOT NULL DEFAULT 'full' CHECK (scope IN ('full', 'read')),
  -- The key that it was rotated to; it ends by itself.
  ADD COLUMN replaced_by integer REFERENCES api_keys (id),
  ADD CHECK (kind = 'api' OR scope = 'full');
CREATE INDEX api_keys_website_id ON api_keys (website_id) WHERE website_id IS NOT NULL;

-- Ends a key of an account: revoked, also when it was before; last: it is the last API Key that can make others, so it
-- stays; null: the account has no such key. The lock makes two who each revoke the other's last but one take turns.
CREATE FUNCTION revoke_key_unless_last(owner integer, key text, moment timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found_key api_keys;
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  SELECT * INTO found_key FROM api_keys WHERE account_id = owner AND public_id = key;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF found_key.kind = 'api' AND found_key.scope = 'full' AND found_key.revoked_at IS NULL
    AND coalesce(found_key.expires_at > moment, true)
    AND NOT EXISTS (
      SELECT FROM api_keys other
      WHERE other.account_id = owner AND other.id <> found_key.id AND other.kind = 'api' AND other.scope = 'full'
        AND other.revoked_at IS NULL AND other.replaced_by IS NULL AND coalesce(other.expires_at > moment, true)
    ) THEN
    RETURN 'last';
  END IF;
  UPDATE api_keys SET revoked_at = coalesce(revoked_at, moment) WHERE id = found_key.id;
  RETURN 'revoked';
END
$$;
