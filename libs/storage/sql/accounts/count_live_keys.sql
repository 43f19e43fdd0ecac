-- How many keys of an account work.
-- $1 account, $2 now
SELECT count_live_keys($1, $2) AS keys
