-- Sessions of browsers that are signed in, and the one-time codes with which a browser signs in
-- without typing a key. Both are stored as SHA-256 of 32 random bytes, and both belong to an API
-- Key: a session may do what its key may do, and ends with it.

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  key_id integer NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  -- The processes tell these times, as they do for the ends of keys.
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  -- It may end earlier: when nobody uses it for long, and with its key.
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX sessions_key_id ON sessions (key_id);

CREATE TABLE sign_in_codes (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  key_id integer NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  -- By the clock of the database, because one program makes a code and another one takes it.
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_codes_key_id ON sign_in_codes (key_id);

-- Returns the API Key for which a code of an account is made: the oldest one that works, may change
-- everything and was not replaced. If there is none, it makes one, whose value nobody knows. The
-- lock makes two codes take turns that are made at the same time, so that only one of them makes a
-- key.
CREATE FUNCTION key_to_sign_in(owner integer, new_id text, new_name text, new_sha256 bytea, new_last4 text)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found_key integer;
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  SELECT k.id INTO found_key FROM api_keys k
  WHERE k.account_id = owner AND k.kind = 'api' AND k.scope = 'full' AND k.revoked_at IS NULL
    AND k.replaced_by IS NULL AND coalesce(k.expires_at > now(), true)
  ORDER BY k.id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO api_keys (public_id, account_id, kind, name, sha256, last4)
    VALUES (new_id, owner, 'api', new_name, new_sha256, new_last4) RETURNING id INTO found_key;
  END IF;
  RETURN found_key;
END
$$;
