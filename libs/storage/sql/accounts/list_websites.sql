-- Websites of an account, oldest first.
-- $1 account, $2 public id of the last one seen or null, $3 maximum number or null
SELECT id, account_id, public_id, domain, tracking_id, counts, behaviour, created_at
FROM websites
WHERE account_id = $1 AND deleted_at IS NULL
  -- The last website seen may have been deleted since then.
  AND ($2::text IS NULL OR (created_at, id) > (SELECT created_at, id FROM websites WHERE account_id = $1 AND public_id = $2))
ORDER BY created_at, id
LIMIT $3
