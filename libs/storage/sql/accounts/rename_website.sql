-- Gives a website another domain. Violates a unique index when the account already has the domain.
-- $1 website, $2 domain
UPDATE websites SET domain = $2 WHERE id = $1 AND deleted_at IS NULL
RETURNING id, account_id, public_id, domain, tracking_id, created_at
