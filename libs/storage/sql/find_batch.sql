-- Whether a batch of the ledger was split. $1 batch id
SELECT split FROM log_batches WHERE id = $1::uuid
