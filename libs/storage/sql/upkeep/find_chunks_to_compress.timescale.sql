-- Chunks of raw visits that ended half a day ago and are not completely compressed, or not in
-- order: those that were written as rows, or compressed batch by batch, and those that got late
-- visits since. The oldest come first. TimescaleDB's catalog of chunks is another one in 2.29 than
-- in 2.28, so its view and its function are asked.
SELECT shown.chunk::text AS chunk
FROM show_chunks('visits', older_than => INTERVAL '12 hours') AS shown (chunk)
  JOIN timescaledb_information.chunks c
    ON format('%I.%I', c.chunk_schema, c.chunk_name)::regclass = shown.chunk,
  LATERAL (SELECT _timescaledb_functions.chunk_status(shown.chunk) AS status) s
-- 1 means completely compressed and in order; the bit 4 is a chunk that somebody has frozen.
WHERE s.status <> 1 AND s.status & 4 = 0
ORDER BY c.range_start
