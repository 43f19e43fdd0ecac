-- Drops what is only a step on the way to hours and days once it is older than it is kept.
-- $1 the horizon
WITH quietly AS MATERIALIZED (SELECT set_config('timescaledb.skip_cagg_invalidation', 'on', true))
SELECT drop_chunks(relation::regclass, older_than => $1::timestamptz - kept)
FROM quietly, website_relations
WHERE kept IS NOT NULL
