-- The TimescaleDB of this database, if any: version, and licence as the server has it.
SELECT
  (SELECT extversion FROM pg_extension WHERE extname = 'timescaledb') AS version,
  current_setting('timescaledb.license', true) AS license,
  EXISTS (SELECT FROM pg_available_extensions WHERE name = 'timescaledb') AS available
