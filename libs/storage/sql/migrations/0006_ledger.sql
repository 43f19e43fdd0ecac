-- The ledger of written batches, which makes repeats harmless: a batch that it has is not written
-- again.

CREATE TABLE log_batches (
  id uuid PRIMARY KEY,
  account_id integer NOT NULL,
  entries integer NOT NULL,
  received_at timestamptz(3) NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A split batch is never written as a whole again. Its halves have their own rows.
  split boolean NOT NULL DEFAULT false
);
CREATE INDEX log_batches_written_at ON log_batches (written_at);
