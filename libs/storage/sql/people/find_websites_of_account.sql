-- The websites of an account.
-- $1 account
SELECT id FROM websites WHERE account_id = $1::integer
