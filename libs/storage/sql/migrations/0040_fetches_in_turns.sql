-- Fetches from websites in turns by account, within a time a day; and how many websites an account
-- may have.

-- Limits of this account alone. Null means the plan's limit.
ALTER TABLE accounts
  ADD COLUMN max_websites integer CHECK (max_websites > 0),
  ADD COLUMN fetch_seconds_per_day integer CHECK (fetch_seconds_per_day > 0);

ALTER TABLE website_fetches
  -- When a worker began to fetch the file, as long as it has not said what came of it. This is
  -- written before anything is fetched, together with the time at which the file is due again if
  -- the worker does not live to tell.
  ADD COLUMN begun_at timestamptz(3),
  -- How many tries in a row were begun and not ended.
  ADD COLUMN unfinished smallint NOT NULL DEFAULT 0;

-- Fetches that workers make now. They count for their account even when nobody wants their files
-- any more, or the website is gone. A row of a worker that died is removed after its end.
CREATE TABLE fetches_under_way (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  begun_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- What it may take in all, of which the account has what it does not use when it is over.
  reserved_ms integer NOT NULL
);
CREATE INDEX fetches_under_way_account_id ON fetches_under_way (account_id);

-- How long the fetches of an account took on the last day (UTC) that had one, in milliseconds, with
-- what is reserved for those under way.
CREATE TABLE fetch_times (
  account_id integer PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  day date NOT NULL,
  used_ms bigint NOT NULL
);

-- Whether an account may have one more website: `room`, or `full` when it has as many as it may, or
-- `too_many_made` when it made twice as many within a day, whose visits must be erased one by one.
-- The lock makes two websites take turns that are made at the same time.
CREATE FUNCTION room_for_website(owner integer, most integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  RETURN (
    SELECT CASE
      WHEN count(*) FILTER (WHERE deleted_at IS NULL) >= most THEN 'full'
      WHEN count(*) FILTER (WHERE created_at > now() - INTERVAL '24 hours') >= 2::bigint * most THEN 'too_many_made'
      ELSE 'room'
    END
    FROM websites WHERE account_id = owner
  );
END
$$;
