-- Deletes the names that bots gave themselves. They belong to the account, and go with its last
-- website.
-- $1 account
DELETE FROM declared_bots WHERE account_id = $1
