-- Makes one row of the ledger of all rows of a batch, which has one for each of its websites.
INSERT INTO log_batches (id, account_id, entries, received_at, written_at, split)
SELECT id, min(account_id), sum(entries), min(received_at), max(written_at), bool_or(split)
FROM ledger_parts GROUP BY id
