-- Accounts, their websites and keys. Public ids are what the API shows; integers are what rows are
-- keyed by. Which values a plan has is the service's business, not the database's.

CREATE TABLE accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  name text NOT NULL,
  plan text NOT NULL,
  -- Numbers of this account alone; null: the plan's.
  api_requests_per_minute integer CHECK (api_requests_per_minute > 0),
  ingest_requests_per_minute integer CHECK (ingest_requests_per_minute > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE websites (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts (id),
  public_id text NOT NULL UNIQUE,
  tracking_id text NOT NULL UNIQUE,
  domain text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Hidden from here on. The row stays, so that its ids are never given again.
  deleted_at timestamptz(3),
  -- Nothing of its visits and counts is left.
  erased_at timestamptz(3)
);
CREATE UNIQUE INDEX websites_account_id_domain ON websites (account_id, domain) WHERE deleted_at IS NULL;
CREATE INDEX websites_deleted ON websites (account_id, domain) WHERE deleted_at IS NOT NULL;
CREATE INDEX websites_to_erase ON websites (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;

-- Every relation that holds rows of websites, listed behind the statement that makes it. Erasing a
-- website goes through this list.
CREATE TABLE website_relations (
  relation text PRIMARY KEY,
  -- Erased in this order: what is made of other relations comes after them, or else it would be
  -- made again of rows that are still there. Relations of the same level do not know each other.
  level smallint NOT NULL,
  -- How long its rows are kept when they are only a step on the way to others; null: for ever.
  kept interval
);

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
  -- read: an API Key that changes nothing.
  scope text NOT NULL DEFAULT 'full' CHECK (scope IN ('full', 'read')),
  -- The key that it was rotated to; it ends by itself.
  replaced_by integer REFERENCES api_keys (id),
  CHECK ((kind = 'bot') = (website_id IS NOT NULL)),
  CHECK (kind = 'api' OR scope = 'full')
);
CREATE INDEX api_keys_account_id ON api_keys (account_id);
CREATE INDEX api_keys_website_id ON api_keys (website_id) WHERE website_id IS NOT NULL;

-- Ends a key of an account. Gives `revoked`, also when it was revoked before; `last` when it is the
-- last API Key that can make others, and then it stays; null when the account has no such key. The
-- lock makes two who each revoke the other's last but one take turns.
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
