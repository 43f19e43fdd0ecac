-- Replaces the data of a dead job.
-- $1 id of the row
-- $2 data, as JSON
UPDATE dead_entries SET payload = $2 WHERE id = $1
