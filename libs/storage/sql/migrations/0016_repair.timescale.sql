-- Makes what was counted after the commit again, for a website and a UTC day. A refresh cannot do
-- it: it computes a bucket for all websites, from steps that are dropped after two days. Here the
-- steps of the day come back first, each aggregate is made from the one below it by its own
-- definition, and the upkeep drops the old steps again. What is not materialised yet is left to the
-- refresh.
CREATE FUNCTION rebuild_aggregates(website integer, day timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  aggregate record;
BEGIN
  -- If this change were tracked, the next refresh would compute the buckets of all websites again.
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  FOR aggregate IN
    SELECT format('%I.%I', h.schema_name, h.table_name) AS relation,
      format('%I.%I', c.direct_view_schema, c.direct_view_name) AS definition,
      (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = format('%I.%I', c.direct_view_schema, c.direct_view_name)::regclass AND attnum > 0) AS columns,
      time_bucket(width, day) AS first,
      least(time_bucket(width, day + INTERVAL '1439 minutes') + width, materialised) AS after
    FROM _timescaledb_catalog.continuous_agg c
      JOIN _timescaledb_catalog.hypertable h ON h.id = c.mat_hypertable_id
      JOIN _timescaledb_catalog.continuous_aggs_bucket_function f USING (mat_hypertable_id),
      CAST(f.bucket_width AS interval) AS width,
      _timescaledb_functions.cagg_watermark(c.mat_hypertable_id) AS watermark,
      _timescaledb_functions.to_timestamp(watermark) AS materialised
    WHERE c.user_view_schema = 'in_time'
    ORDER BY width
  LOOP
    EXECUTE format('DELETE FROM %s WHERE website_id = $1 AND bucket >= $2 AND bucket < $3', aggregate.relation)
    USING website, aggregate.first, aggregate.after;
    EXECUTE format('INSERT INTO %s (%s) SELECT %2$s FROM %s WHERE website_id = $1 AND bucket >= $2 AND bucket < $3',
      aggregate.relation, aggregate.columns, aggregate.definition)
    USING website, aggregate.first, aggregate.after;
  END LOOP;
END
$$;
