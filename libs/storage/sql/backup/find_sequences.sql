-- The sequences of the tables, and the last number that each has given; null when it gave none.
SELECT s.sequencename AS name, s.last_value
FROM pg_sequences s
WHERE s.schemaname = current_schema()
ORDER BY s.sequencename
