-- Makes what was counted after the commit again.
-- $1 website, $2 day
SELECT rebuild_aggregates($1::integer, $2::timestamptz)
