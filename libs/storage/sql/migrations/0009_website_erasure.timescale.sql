-- Erases what is left of deleted websites, in slices.

-- Every table with rows of websites, and how it is sliced. Bottom-up: what is made of a level once that level is erased
-- has nothing of the website. A view of a continuous aggregate takes no DELETE: its rows stand in the chunks of a
-- hypertable of its own. Rows are told apart by place, which is unique in a chunk only.
CREATE FUNCTION website_tables() RETURNS TABLE (relation regclass, slicing text) LANGUAGE sql STABLE AS $$
  SELECT format('%I.%I', chunk_schema, chunk_name)::regclass, CASE WHEN is_compressed THEN 'whole' ELSE 'blocks' END
  FROM timescaledb_information.chunks
  WHERE hypertable_schema = current_schema() AND hypertable_name = 'visits'
  UNION ALL (
    SELECT chunk, 'rows'
    FROM unnest(ARRAY['traffic_minutes', 'pages_minutes', 'traffic_hourly', 'pages_hourly', 'traffic_daily', 'pages_daily',
        'traffic_weekly', 'traffic_monthly']) WITH ORDINALITY AS aggregates (name, place)
      JOIN timescaledb_information.continuous_aggregates a ON a.view_schema = 'in_time' AND a.view_name = aggregates.name,
      show_chunks(format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name)) AS chunk
    ORDER BY place
  )
  UNION ALL (
    SELECT to_regclass(name), 'rows'
    FROM unnest(ARRAY['late_traffic_hourly', 'late_traffic_daily', 'late_pages_daily', 'bot_page_sets', 'page_digests',
      'page_positions', 'pages', 'page_quotas', 'dead_entries']) WITH ORDINALITY AS tables (name, place)
    WHERE to_regclass(name) IS NOT NULL
    ORDER BY place
  )
$$;

-- Erases a slice of a website's rows: rows: some, found by an index; blocks: those in the next 32 MB of the table, for
-- late visits have no index; whole: all, for a compressed chunk drops them by the thousand.
CREATE FUNCTION erase_slice(relation regclass, slicing text, website integer, slice bigint)
RETURNS TABLE (erased bigint, more boolean) LANGUAGE plpgsql AS $$
DECLARE
  blocks CONSTANT bigint := 4096;
BEGIN
  -- Noted down, it would make the next refresh compute the buckets of all websites anew, from steps that are dropped.
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  CASE slicing
    WHEN 'rows' THEN
      EXECUTE format(
        'DELETE FROM %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE website_id = $1 LIMIT 5000))', relation
      ) USING website;
    WHEN 'blocks' THEN
      EXECUTE format('DELETE FROM %s WHERE website_id = $1 AND ctid >= $2 AND ctid < $3', relation)
      USING website, format('(%s,0)', slice * blocks)::tid, format('(%s,0)', (slice + 1) * blocks)::tid;
    WHEN 'whole' THEN
      EXECUTE format('DELETE FROM %s WHERE website_id = $1', relation) USING website;
  END CASE;
  GET DIAGNOSTICS erased = ROW_COUNT;
  more := CASE slicing
    WHEN 'rows' THEN erased > 0
    WHEN 'blocks' THEN (slice + 1) * blocks < pg_relation_size(relation) / current_setting('block_size')::bigint
    ELSE false
  END;
  RETURN NEXT;
END
$$;
