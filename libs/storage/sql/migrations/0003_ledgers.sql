-- What makes repeats harmless: the ledger of written batches, and the requests' idempotency keys. And the limiter's counts.

CREATE TABLE log_batches (
  id uuid PRIMARY KEY,
  account_id integer NOT NULL,
  entries integer NOT NULL,
  received_at timestamptz(3) NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX log_batches_written_at ON log_batches (written_at);

CREATE TABLE idempotency_keys (
  key_id integer NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  batch_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('in_progress', 'done')),
  lease_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- The columns that rate-limiter-flexible expects. Unlogged: a limit that starts anew after a crash harms nobody.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
