-- From which UTC day on hosts and countries are known, in epoch milliseconds; null when they always
-- are.
SELECT CASE WHEN isfinite(since) THEN (extract(epoch FROM since) * 1000)::bigint END AS since FROM hosts_known
