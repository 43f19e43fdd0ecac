-- From when on all raw visits are kept, in epoch milliseconds; null when none were ever dropped.
SELECT CASE WHEN isfinite(since) THEN (extract(epoch FROM since) * 1000)::bigint END AS since FROM visits_kept
