-- The websites of accounts, by the domains that they have now.
-- $1 accounts
SELECT account_id, domain, id FROM websites WHERE account_id = ANY ($1::integer[]) AND deleted_at IS NULL
