-- The domains of an account's other websites that are below the domain of one. Visits to their
-- hosts count for them.
-- $1 account, $2 domain
SELECT domain FROM websites
WHERE account_id = $1 AND deleted_at IS NULL AND right(domain, length($2) + 1) = '.' || $2
