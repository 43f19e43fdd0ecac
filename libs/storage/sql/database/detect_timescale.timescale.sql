-- The TimescaleDB of this database, if it has one: its version, and the licence that the server
-- uses.
SELECT
  (SELECT extversion FROM pg_extension WHERE extname = 'timescaledb') AS version,
  current_setting('timescaledb.license', true) AS license,
  EXISTS (SELECT FROM pg_available_extensions WHERE name = 'timescaledb') AS available
