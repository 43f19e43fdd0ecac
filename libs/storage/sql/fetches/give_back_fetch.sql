-- Gives back a fetch that a worker cannot end, because it is told to stop. It is due at once.
-- $1 website, $2 kind, $3 when it began
UPDATE website_fetches
SET due_at = date_trunc('milliseconds', now()), begun_at = NULL, unfinished = unfinished - 1
WHERE website_id = $1 AND kind = $2 AND begun_at = $3
