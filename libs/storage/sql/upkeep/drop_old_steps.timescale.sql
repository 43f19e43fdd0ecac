-- Drops buckets that are only steps on the way to hours and days, when they are old enough.
-- $1 the horizon
WITH quietly AS MATERIALIZED (SELECT set_config('timescaledb.skip_cagg_invalidation', 'on', true))
SELECT drop_chunks(relation::regclass, older_than => $1::timestamptz - kept)
FROM quietly, website_relations
WHERE kept IS NOT NULL
