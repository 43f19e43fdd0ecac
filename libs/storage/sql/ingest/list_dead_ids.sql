-- The ids of the dead in the order of their ids, a page at a time.
-- $1 id to go on after or null, $2 how many
SELECT id FROM dead_entries WHERE $1::uuid IS NULL OR id > $1::uuid ORDER BY id LIMIT $2::integer
