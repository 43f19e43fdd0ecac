-- The number of dead rows, by kind.
SELECT kind, count(*) AS dead FROM dead_entries GROUP BY kind
