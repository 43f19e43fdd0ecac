-- How many rows stand among the dead, by kind.
SELECT kind, count(*) AS dead FROM dead_entries GROUP BY kind
