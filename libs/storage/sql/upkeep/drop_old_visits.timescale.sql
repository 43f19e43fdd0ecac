-- Drops chunks of raw visits that are older than the retention. Aggregates stay.
-- $1 days
WITH quietly AS MATERIALIZED (SELECT set_config('timescaledb.skip_cagg_invalidation', 'on', true))
SELECT drop_chunks('visits', older_than => now() - make_interval(days => $1::integer + 1)) FROM quietly
