-- Websites of an account, oldest first. $1 account
SELECT id, account_id, public_id, domain, tracking_id, created_at
FROM websites WHERE account_id = $1 ORDER BY created_at, id
