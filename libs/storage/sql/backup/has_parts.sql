-- Whether the ledger has a row for each website of a batch, as on Citus since the tables are
-- distributed.
SELECT EXISTS (
  SELECT FROM pg_attribute WHERE attrelid = 'log_batches'::regclass AND attname = 'website_id' AND NOT attisdropped
) AS has_parts
