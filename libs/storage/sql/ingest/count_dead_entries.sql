-- How many rows stand among the dead, by kind. No parameters
SELECT kind, count(*) AS dead FROM dead_entries GROUP BY kind
