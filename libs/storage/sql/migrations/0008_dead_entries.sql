-- What could not be stored, with the reason: it waits here for the operator. And in the ledger, which batches were taken apart.

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

-- A batch that was split is never again written as a whole: its halves have rows of their own.
ALTER TABLE log_batches ADD COLUMN split boolean NOT NULL DEFAULT false;
