-- The ids of all websites of accounts.
-- $1 accounts
SELECT id FROM websites WHERE account_id = ANY ($1::integer[])
