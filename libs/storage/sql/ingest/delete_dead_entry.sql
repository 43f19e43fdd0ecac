-- Removes a row from the dead, after it was put back into the queue.
-- $1 id
DELETE FROM dead_entries WHERE id = $1::uuid
