-- Returns every continuous aggregate of roll-ups, the smallest buckets first: how wide its buckets
-- are in seconds (a month has 30 days), and up to where it is materialised in epoch milliseconds.
-- Null means that nothing is materialised yet.
SELECT format('%I.%I', user_view_schema, user_view_name) AS relation,
  extract(epoch FROM f.bucket_width::interval)::integer AS bucket_seconds,
  CASE WHEN watermark > '0001-01-01' THEN (extract(epoch FROM watermark) * 1000)::bigint END AS materialised
FROM _timescaledb_catalog.continuous_agg c
  JOIN _timescaledb_catalog.continuous_aggs_bucket_function f USING (mat_hypertable_id),
  _timescaledb_functions.cagg_watermark(c.mat_hypertable_id) AS internal,
  _timescaledb_functions.to_timestamp(internal) AS watermark
WHERE user_view_schema = 'in_time'
ORDER BY bucket_seconds, relation
