-- Erases the remaining rows of deleted websites, in slices.

-- The tables with rows of websites, in the order of erasing, and how each is sliced. The place of a
-- row identifies it, but only within a chunk, so a hypertable is erased chunk by chunk. The view of
-- an aggregate does not accept DELETE; its rows are in the chunks of a separate hypertable.
CREATE FUNCTION website_tables() RETURNS TABLE (relation regclass, slicing text) LANGUAGE sql STABLE AS $$
  WITH hypertable AS (
    SELECT format('%I.%I', hypertable_schema, hypertable_name)::regclass AS listed,
      hypertable_schema AS schema, hypertable_name AS name, false AS aggregate
    FROM timescaledb_information.hypertables
    UNION ALL
    SELECT format('%I.%I', view_schema, view_name)::regclass,
      materialization_hypertable_schema, materialization_hypertable_name, true
    FROM timescaledb_information.continuous_aggregates
  )
  SELECT CASE WHEN h.listed IS NULL THEN r.relation::regclass ELSE format('%I.%I', c.chunk_schema, c.chunk_name)::regclass END,
    CASE WHEN h.aggregate IS NOT FALSE THEN 'rows' WHEN c.is_compressed THEN 'whole' ELSE 'blocks' END
  FROM website_relations r
    LEFT JOIN hypertable h ON h.listed = r.relation::regclass
    LEFT JOIN timescaledb_information.chunks c ON c.hypertable_schema = h.schema AND c.hypertable_name = h.name
  WHERE h.listed IS NULL OR c.chunk_name IS NOT NULL
  ORDER BY r.level, r.relation, c.range_start
$$;

-- Erases a slice of a website's rows. rows: some rows that an index finds. blocks: the rows in the
-- next 32 MB of the table, because late visits have no index. whole: all rows, because a compressed
-- chunk drops them by the thousand.
CREATE FUNCTION erase_slice(relation regclass, slicing text, website integer, slice bigint)
RETURNS TABLE (erased bigint, more boolean) LANGUAGE plpgsql AS $$
DECLARE
  blocks CONSTANT bigint := 4096;
BEGIN
  -- If this change were tracked, the next refresh would compute the buckets of all websites again,
  -- from steps that are already dropped.
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
