-- Accounts, their websites and keys. Public ids are what the API shows; integers are what rows are keyed by.

CREATE TABLE accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'starter', 'pro', 'enterprise')),
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
  UNIQUE (account_id, domain)
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
  CHECK ((kind = 'bot') = (website_id IS NOT NULL))
);
CREATE INDEX api_keys_account_id ON api_keys (account_id);
