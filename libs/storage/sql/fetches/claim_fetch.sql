-- Takes the fetch that has been due for longest, for one worker that makes it now. Two workers
-- never get the same one. If the worker dies, it is due again after the lease, and the time at
-- which that ends is the mark by which the worker is known until then.
-- $1 kind, $2 lease in seconds
WITH due AS (
  SELECT f.website_id, f.kind
  FROM website_fetches f JOIN websites w ON w.id = f.website_id
  WHERE f.kind = $1 AND f.due_at <= now() AND w.deleted_at IS NULL
  ORDER BY f.due_at, f.website_id
  LIMIT 1
  FOR UPDATE OF f SKIP LOCKED
)
UPDATE website_fetches f
SET due_at = now() + make_interval(secs => $2)
FROM due, websites w
WHERE f.website_id = due.website_id AND f.kind = due.kind AND w.id = f.website_id
RETURNING f.website_id, w.public_id AS website, w.account_id, w.domain, f.kind, f.url,
  f.due_at AS lease_ends_at, f.succeeded_at
