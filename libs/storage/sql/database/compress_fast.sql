-- Lets the session compress large values by LZ4, where the server can do that and nobody has chosen
-- another way. PostgreSQL's own way takes several times as long.
SELECT set_config('default_toast_compression', 'lz4', false)
FROM pg_settings
WHERE name = 'default_toast_compression' AND source = 'default' AND 'lz4' = ANY (enumvals)
