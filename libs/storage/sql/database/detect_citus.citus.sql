-- The Citus of this database, if it has one: its version.
SELECT
  (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS version,
  EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus') AS available
