-- The keys of accounts, and the secrets of those whose senders sign what they send.

CREATE TABLE api_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  account_id integer NOT NULL REFERENCES accounts (id),
  -- A Bot Tracking Key belongs to one website, an API Key to the whole account.
  website_id integer REFERENCES websites (id),
  kind text NOT NULL CHECK (kind IN ('api', 'bot')),
  name text NOT NULL,
  -- The key itself is never stored.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  last4 text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- read means an API Key that cannot change anything.
  scope text NOT NULL DEFAULT 'full' CHECK (scope IN ('full', 'read')),
  -- The key that replaced this one by rotation. This key expires by itself.
  replaced_by integer REFERENCES api_keys (id),
  -- The first key of the line of rotations that this key continues. Null means that it is the first
  -- itself.
  first_key integer REFERENCES api_keys (id),
  CHECK ((kind = 'bot') = (website_id IS NOT NULL)),
  CHECK (kind = 'api' OR scope = 'full')
);
CREATE INDEX api_keys_account_id ON api_keys (account_id);
CREATE INDEX api_keys_website_id ON api_keys (website_id) WHERE website_id IS NOT NULL;

-- The secrets with which senders sign what they send. The service must read them again to check a
-- signature, so they are encrypted and not hashed. The key for it is a setting and not in here.
CREATE TABLE signing_secrets (
  -- The first key of a line of rotations. All keys of the line use the same secret, so that a
  -- rotation needs no change at the sender but the key.
  first_key integer PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  set_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Counts the keys of an account that work: those that are neither revoked nor expired, and whose
-- website is not deleted. The lock lasts until the end of the transaction. It makes statements take
-- turns that create a key only if the account has room for it. A statement sees what was there when
-- it began; the query in here begins after the lock, so it sees the keys of those that came before.
CREATE FUNCTION count_live_keys(owner integer, moment timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  RETURN (
    SELECT count(*) FROM api_keys k LEFT JOIN websites w ON w.id = k.website_id
    WHERE k.account_id = owner AND k.revoked_at IS NULL AND coalesce(k.expires_at > moment, true)
      AND w.deleted_at IS NULL
  );
END
$$;

-- Revokes a key of an account. Returns `revoked`, even when it was revoked before. Returns `last`
-- when it is the last API Key that can create others; then it stays. Returns null when the account
-- has no such key. The lock makes two keys take turns that revoke each other at the same time, so
-- that one stays.
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
