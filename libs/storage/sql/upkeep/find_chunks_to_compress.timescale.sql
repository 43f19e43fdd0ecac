-- Chunks of raw visits that are older than a week and not completely compressed: those that were
-- never compressed, and those that got late visits since. The oldest come first.
SELECT format('%I.%I', c.schema_name, c.table_name) AS chunk
FROM show_chunks('visits', older_than => INTERVAL '7 days') AS shown (chunk)
  JOIN _timescaledb_catalog.chunk c
    ON format('%I.%I', c.schema_name, c.table_name)::regclass = shown.chunk
  JOIN _timescaledb_catalog.dimension_slice s
    ON s.id = (SELECT dimension_slice_id FROM _timescaledb_catalog.chunk_constraint
      WHERE chunk_id = c.id AND dimension_slice_id IS NOT NULL)
-- 1 means completely compressed; the bit 4 is a chunk that somebody has frozen.
WHERE c.status <> 1 AND c.status & 4 = 0
ORDER BY s.range_start
