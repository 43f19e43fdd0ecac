-- Drops chunks of raw visits that are older than the retention, and notes from when on visits are
-- kept. Aggregates stay. Chunks begin and end at a midnight of UTC.
-- $1 days
WITH quietly AS MATERIALIZED (
  SELECT set_config('timescaledb.skip_cagg_invalidation', 'on', true),
    now() - make_interval(days => $1::integer + 1) AS edge
), dropped AS MATERIALIZED (
  SELECT drop_chunks('visits', older_than => edge) FROM quietly
)
UPDATE visits_kept SET since = greatest(since, day_of(edge))
FROM quietly
WHERE (SELECT count(*) FROM dropped) > 0
