-- Websites by their tracking ids, with the time of the database in epoch milliseconds.
-- $1 tracking ids
SELECT id, account_id, domain, tracking_id,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms
FROM websites WHERE tracking_id = ANY ($1::text[]) AND deleted_at IS NULL
