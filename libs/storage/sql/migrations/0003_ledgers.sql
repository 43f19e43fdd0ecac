-- What makes repeats harmless: the ledger of batches that were written, and the idempotency keys of
-- requests. Beside them what could not be stored, and the counts of the rate limiter.

CREATE TABLE log_batches (
  id uuid PRIMARY KEY,
  account_id integer NOT NULL,
  entries integer NOT NULL,
  received_at timestamptz(3) NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A batch that was split is never again written as a whole: its halves have rows of their own.
  split boolean NOT NULL DEFAULT false
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

-- What could not be stored, with the reason: it waits here for the operator.
CREATE TABLE dead_entries (
  id uuid PRIMARY KEY,
  -- entry: one entry of a batch that was read; batch: a whole batch that could not be read
  kind text NOT NULL CHECK (kind IN ('entry', 'batch')),
  batch_id text NOT NULL,
  -- Place of the entry in its batch, from 0; null for a whole batch.
  position integer,
  -- What is not known of a batch that could not be read is null.
  account_id integer,
  website_id integer,
  received_at timestamptz(3),
  failed_at timestamptz(3) NOT NULL DEFAULT now(),
  sqlstate text,
  reason text NOT NULL,
  -- JSON. Not jsonb, which refuses what may just be the fault: NUL and lone surrogates.
  payload text NOT NULL
);
CREATE INDEX dead_entries_failed_at ON dead_entries (failed_at, id);
INSERT INTO website_relations (relation, level) VALUES ('dead_entries', 9);

-- The columns that rate-limiter-flexible expects. Unlogged: a limit that starts anew after a crash
-- harms nobody.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
