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
