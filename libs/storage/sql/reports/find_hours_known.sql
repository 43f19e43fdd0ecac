-- From which UTC day on status codes and referrals are known by hour, in epoch milliseconds; null
-- when they always are.
SELECT CASE WHEN isfinite(since) THEN (extract(epoch FROM since) * 1000)::bigint END AS since FROM hours_known
