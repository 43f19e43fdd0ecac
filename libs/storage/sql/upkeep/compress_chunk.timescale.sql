-- Compresses a chunk, or what was added to it since it was compressed, and puts it in order.
-- $1 chunk
SELECT compress_chunk($1::regclass)
