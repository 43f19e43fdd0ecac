-- What verifying bots by their addresses needs: the lists of their operators, and the keys of what
-- is cut off visitors' addresses.

-- The lists of bots' addresses as their operators publish them. Workers with VERIFY_LISTS=refresh
-- fetch them every day and judge by them. A list that cannot be fetched, or that is refused, leaves
-- the content of the last valid one in its place.
CREATE TABLE address_lists (
  -- The id that libs/verification gives the list.
  id text PRIMARY KEY,
  -- Collapsed prefixes in CIDR notation. Null until the list was valid once.
  prefixes text[],
  -- When the list was last fetched and found valid, or found unchanged.
  fetched_at timestamptz(3),
  -- The ETag of each address from which `prefixes` came, by address.
  etags jsonb NOT NULL DEFAULT '{}',
  -- The last try, if it failed or was refused, and why.
  failed_at timestamptz(3),
  failure text,
  -- From then on, one worker may fetch the list.
  due_at timestamptz(3) NOT NULL,
  CHECK ((prefixes IS NULL) = (fetched_at IS NULL)),
  CHECK ((failure IS NULL) = (failed_at IS NULL))
);

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
