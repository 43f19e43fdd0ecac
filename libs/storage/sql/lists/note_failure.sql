-- Notes why a list could not be fetched or was refused. What was kept before stays.
-- $1 id  $2 reason  $3 seconds until it is due again
INSERT INTO address_lists (id, failed_at, failure, due_at)
VALUES ($1, now(), $2, now() + make_interval(secs => $3))
ON CONFLICT (id) DO UPDATE SET
  failed_at = excluded.failed_at,
  failure = excluded.failure,
  due_at = excluded.due_at
