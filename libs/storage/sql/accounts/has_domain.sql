-- Tells whether an account has a website with this domain.
-- $1 account, $2 domain
SELECT id FROM websites WHERE account_id = $1 AND domain = $2 AND deleted_at IS NULL
