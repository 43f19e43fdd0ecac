-- Drops minutes and pages of hours that are older than what hours and days need; those stay. $1 older than
WITH quietly AS MATERIALIZED (SELECT set_config('timescaledb.skip_cagg_invalidation', 'on', true))
SELECT drop_chunks(steps.relation::regclass, older_than => $1::timestamptz)
FROM quietly, (VALUES ('in_time.traffic_minutes'), ('in_time.pages_minutes'), ('in_time.pages_hourly')) AS steps (relation)
