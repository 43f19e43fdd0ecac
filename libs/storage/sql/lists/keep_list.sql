-- Keeps the content of a list that was fetched and found valid.
-- $1 id  $2 prefixes  $3 ETags by address, as JSON  $4 seconds until it is due again
INSERT INTO address_lists (id, prefixes, fetched_at, etags, due_at)
VALUES ($1, $2::text[], now(), $3::jsonb, now() + make_interval(secs => $4))
ON CONFLICT (id) DO UPDATE SET
  prefixes = excluded.prefixes,
  fetched_at = excluded.fetched_at,
  etags = excluded.etags,
  failed_at = NULL,
  failure = NULL,
  due_at = excluded.due_at
