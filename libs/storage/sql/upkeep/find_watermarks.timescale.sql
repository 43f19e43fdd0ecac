-- Up to where each continuous aggregate is materialised, epoch milliseconds; null: nowhere yet. No parameters
SELECT c.user_view_name AS relation,
  CASE WHEN w.watermark > '0001-01-01' THEN (extract(epoch FROM w.watermark) * 1000)::bigint END AS watermark
FROM _timescaledb_catalog.continuous_agg c,
  LATERAL (SELECT _timescaledb_functions.to_timestamp(_timescaledb_functions.cagg_watermark(c.mat_hypertable_id)) AS watermark) w
WHERE c.user_view_schema = 'in_time'
