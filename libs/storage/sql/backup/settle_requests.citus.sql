-- Notes that requests are done whose batches the ledger has under no website. A row of a backup of
-- another flavour stands for all websites of its batch, and writers look for one of each website.
-- So such a batch must not come again.
UPDATE idempotency_keys SET state = 'done'
WHERE batch_id IN (SELECT id FROM log_batches WHERE website_id = 0)
