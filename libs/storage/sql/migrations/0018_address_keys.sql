-- The keys under which API processes seal what they cut off visitors' addresses, for the worker
-- that verifies bots. What is sealed is in the queue only, and is forgotten with its key.
--
-- The table is unlogged, so that no key is in the write-ahead log, in base backups or on a standby
-- server. A crash of the server empties it. What was sealed can then not be opened any more, and
-- the visits stay unverifiable.
CREATE UNLOGGED TABLE address_keys (
  -- Random, so that a key that is made after a crash never has the id of one that was lost.
  id bytea PRIMARY KEY DEFAULT substr(uuid_send(gen_random_uuid()), 9),
  -- 256 bits for AES, made of 366 random ones. The server makes them, because it may be set to log
  -- the parameters of statements, and never logs their results.
  key bytea NOT NULL DEFAULT sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  ),
  made_at timestamptz NOT NULL DEFAULT now()
) WITH (
  -- Rows of deleted keys are removed within minutes, and not after fifty of them.
  autovacuum_vacuum_threshold = 0,
  autovacuum_vacuum_scale_factor = 0
);
