-- The time of the database, in epoch milliseconds.
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms
