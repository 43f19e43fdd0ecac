-- Takes one row from the dead: it was put back into the queue.
-- $1 id
DELETE FROM dead_entries WHERE id = $1::uuid
