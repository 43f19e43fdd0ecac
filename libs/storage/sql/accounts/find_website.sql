-- A website by its public id, whoever owns it.
-- $1 public id
SELECT id, account_id, public_id, domain, tracking_id, counts, behaviour, created_at FROM websites
WHERE public_id = $1 AND deleted_at IS NULL
