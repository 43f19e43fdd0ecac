-- A table for the ledger of a backup of Citus, which has a row for each website of a batch.
CREATE TEMPORARY TABLE ledger_parts (LIKE log_batches INCLUDING DEFAULTS, website_id integer) ON COMMIT DROP
