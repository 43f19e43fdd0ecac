-- What is kept of requests and their entries beside the ledger: the idempotency keys of requests,
-- the entries that could not be stored, and the counts of the rate limiter.

CREATE TABLE idempotency_keys (
  -- The first key of a line of rotations. All keys of the line share their names of requests, so
  -- that a request that is repeated with the successor of its key is still known.
  lineage_id integer NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  batch_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('in_progress', 'done')),
  lease_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lineage_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- Entries that could not be stored, with the reason. They wait here for the operator.
CREATE TABLE dead_entries (
  id uuid PRIMARY KEY,
  -- entry: one entry of a batch that could be read. job: a whole job that could not be read.
  kind text NOT NULL CHECK (kind IN ('entry', 'job')),
  -- For a whole job this is the id of the job.
  batch_id text NOT NULL,
  -- Place of the entry in its batch, from 0. Null for a whole job.
  position integer,
  -- Unknown facts about a job that could not be read are null.
  account_id integer,
  website_id integer,
  received_at timestamptz(3),
  failed_at timestamptz(3) NOT NULL DEFAULT now(),
  sqlstate text,
  reason text NOT NULL,
  -- JSON as text. jsonb would refuse NUL and lone surrogates, which may be the fault.
  payload text NOT NULL
);
CREATE INDEX dead_entries_failed_at ON dead_entries (failed_at, id);
INSERT INTO website_relations (relation, level) VALUES ('dead_entries', 9);

-- The columns that rate-limiter-flexible expects. The table is unlogged, because a limit that
-- starts again after a crash harms nobody.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
