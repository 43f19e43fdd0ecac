-- Whole jobs among the dead, with their data.
SELECT id, payload FROM dead_entries WHERE kind = 'job'
