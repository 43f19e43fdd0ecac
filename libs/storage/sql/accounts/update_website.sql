-- Changes a website; null leaves a value as it is. Violates a unique index when the account already
-- has the domain.
-- $1 website, $2 domain, $3 what it counts, $4 whether its requests are judged
UPDATE websites
SET domain = coalesce($2, domain), counts = coalesce($3, counts), behaviour = coalesce($4, behaviour)
WHERE id = $1 AND deleted_at IS NULL
RETURNING id, account_id, public_id, domain, tracking_id, counts, behaviour, created_at
