-- Takes the lists that are due, for one worker that fetches them now. Two workers never get the
-- same list, because the second one waits for the first and then finds the list not due any more.
-- If the worker dies, the lists are due again after the lease.
-- $1 ids of lists; those that are not known yet are due  $2 lease in seconds
INSERT INTO address_lists AS l (id, due_at)
SELECT id, now() + make_interval(secs => $2)
FROM unnest($1::text[]) AS id
ORDER BY id
ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at WHERE l.due_at <= now()
RETURNING id
