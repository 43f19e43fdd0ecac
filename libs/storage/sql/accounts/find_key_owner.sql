-- The account of a key.
-- $1 public id of the key
SELECT account_id FROM api_keys WHERE public_id = $1
