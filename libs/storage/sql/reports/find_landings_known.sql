-- From which UTC day on it is known to which pages assistants sent somebody, in epoch milliseconds;
-- null when it always is.
SELECT CASE WHEN isfinite(since) THEN (extract(epoch FROM since) * 1000)::bigint END AS since FROM landings_known
