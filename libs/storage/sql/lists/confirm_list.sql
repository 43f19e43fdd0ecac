-- Notes that the operator has not changed a list since it was kept.
-- $1 id  $2 seconds until it is due again
UPDATE address_lists
SET fetched_at = now(), failed_at = NULL, failure = NULL, due_at = now() + make_interval(secs => $2)
WHERE id = $1 AND prefixes IS NOT NULL
