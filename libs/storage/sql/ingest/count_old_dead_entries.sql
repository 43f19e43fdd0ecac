-- The number of rows that died more than some days ago.
-- $1 days
SELECT count(*) AS dead FROM dead_entries WHERE failed_at < now() - make_interval(days => $1::integer)
