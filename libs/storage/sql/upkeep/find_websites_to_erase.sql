-- Deleted websites of which something may be left. `settled` means that no process writes for the
-- website any more.
-- $1 seconds since the deletion after which it is settled
SELECT id, public_id, deleted_at < now() - make_interval(secs => $1) AS settled
FROM websites WHERE deleted_at IS NOT NULL AND erased_at IS NULL
ORDER BY deleted_at, id
