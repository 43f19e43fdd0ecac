-- The ids of dead rows in their order, one page at a time.
-- $1 id after which to continue or null, $2 maximum number
SELECT id FROM dead_entries WHERE $1::uuid IS NULL OR id > $1::uuid ORDER BY id LIMIT $2::integer
