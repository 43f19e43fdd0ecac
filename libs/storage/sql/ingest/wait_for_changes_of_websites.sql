-- Waits for changes of websites that are under way: note_moment_of_website holds a lock until their
-- end. Returns the time of the database before, in epoch milliseconds: what changed until then can
-- be seen from now on.
-- $1 accounts
SELECT (extract(epoch FROM at) * 1000)::float8 AS database_ms, waited
FROM (SELECT clock_timestamp() AS at OFFSET 0) clock,
  LATERAL (
    SELECT count(pg_advisory_xact_lock_shared(x'77656273'::integer, account)) AS waited FROM unnest($1::integer[]) AS account
    WHERE at IS NOT NULL
  ) locks
