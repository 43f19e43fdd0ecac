-- The ledger of written batches, which makes repeats harmless: a batch that it has is not written
-- again. In this flavour it has a row for each website of a batch, because the parts of a batch are
-- written on several nodes. A batch without visits is noted under the website 0, which is none.

CREATE TABLE log_batches (
  id uuid NOT NULL,
  account_id integer NOT NULL,
  entries integer NOT NULL,
  received_at timestamptz(3) NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A split batch is never written as a whole again. Its halves have their own rows.
  split boolean NOT NULL DEFAULT false,
  website_id integer NOT NULL DEFAULT 0,
  PRIMARY KEY (website_id, id)
);
CREATE INDEX log_batches_written_at ON log_batches (written_at);
