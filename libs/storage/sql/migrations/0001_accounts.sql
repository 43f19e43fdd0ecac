-- Accounts and their websites. The API shows public ids; rows refer to each other by integers. The
-- service, not the database, knows the limits of each plan.

CREATE TABLE accounts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  name text NOT NULL,
  plan text NOT NULL,
  -- Limits of this account alone, here and in the last two columns. Null means the plan's limit.
  api_requests_per_minute integer CHECK (api_requests_per_minute > 0),
  ingest_requests_per_minute integer CHECK (ingest_requests_per_minute > 0),
  total_ingest_requests_per_minute integer CHECK (total_ingest_requests_per_minute > 0),
  max_live_keys integer CHECK (max_live_keys > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  max_websites integer CHECK (max_websites > 0),
  fetch_seconds_per_day integer CHECK (fetch_seconds_per_day > 0)
);

CREATE TABLE websites (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts (id),
  public_id text NOT NULL UNIQUE,
  tracking_id text NOT NULL UNIQUE,
  domain text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- From this time on the website is hidden. The row stays, so that its ids are never used again.
  deleted_at timestamptz(3),
  -- Since this time nothing of its visits and counts is left.
  erased_at timestamptz(3),
  -- With pages, requests for static files are skipped, and only their number is kept.
  counts text NOT NULL DEFAULT 'all' CHECK (counts IN ('all', 'pages')),
  -- A website may opt out of the judgement by requests, whatever BEHAVIOUR says, because the table
  -- of paths that no site links is wrong for a website that shows such files to its readers.
  behaviour text NOT NULL DEFAULT 'default' CHECK (behaviour IN ('default', 'entry', 'off'))
);
CREATE UNIQUE INDEX websites_account_id_domain ON websites (account_id, domain) WHERE deleted_at IS NULL;
CREATE INDEX websites_deleted ON websites (account_id, domain) WHERE deleted_at IS NOT NULL;
CREATE INDEX websites_to_erase ON websites (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;
-- Who looks for former domains looks at websites of some accounts only, not at the changes of all.
CREATE INDEX websites_account ON websites (account_id);

-- Every relation with rows of websites. The statement that adds it here stands directly after the
-- statement that creates the relation. Erasing a website goes through this list.
CREATE TABLE website_relations (
  relation text PRIMARY KEY,
  -- The order of erasing. A relation that is made from others comes after them; otherwise it would
  -- be made again from rows that are still there. Relations of the same level do not depend on each
  -- other.
  level smallint NOT NULL,
  -- How long its rows are kept if they are only a step on the way to others. Null means for ever.
  kept interval
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

-- When a website is made, deleted or given another domain, the moment of that is read from the
-- clock while nobody can look up websites of its account. So whoever looks them up at a later
-- moment finds the change, and the websites that a batch counts for are the same at every delivery.
-- Moments are cut to milliseconds, as those of batches are: rounded up, a website would be newer
-- than a batch that was accepted after it.
-- The first key of these locks is any number ("webs"), the second one is the account.
CREATE FUNCTION note_moment_of_website() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A restore brings moments of its own.
    IF NEW.created_at <> now()::timestamptz(3) THEN
      RETURN NEW;
    END IF;
    PERFORM pg_advisory_xact_lock(x'77656273'::integer, NEW.account_id);
    NEW.created_at := date_trunc('milliseconds', clock_timestamp());
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(x'77656273'::integer, NEW.account_id);
  IF OLD.deleted_at IS NULL AND NEW.deleted_at = now()::timestamptz(3) THEN
    NEW.deleted_at := date_trunc('milliseconds', clock_timestamp());
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER note_moment_of_new_website BEFORE INSERT ON websites
FOR EACH ROW EXECUTE FUNCTION note_moment_of_website();
CREATE TRIGGER note_moment_of_website BEFORE UPDATE OF domain, deleted_at ON websites
FOR EACH ROW WHEN (OLD.domain <> NEW.domain OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
EXECUTE FUNCTION note_moment_of_website();

-- Domains that websites had before. A batch counts for the websites that had its domains when it
-- was accepted, at every delivery: otherwise a change of domain between two deliveries of a batch
-- that is written in parts could count its entries twice.
CREATE TABLE former_domains (
  website_id integer NOT NULL,
  -- The website had the domain before this moment, and after that of its row before.
  until timestamptz(3) NOT NULL DEFAULT now(),
  domain text NOT NULL,
  PRIMARY KEY (website_id, until)
);
INSERT INTO website_relations (relation, level) VALUES ('former_domains', 9);
CREATE INDEX former_domains_domain ON former_domains (domain, until);
CREATE INDEX former_domains_until ON former_domains (until);

CREATE FUNCTION note_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the first domain of a millisecond was in use before it.
  INSERT INTO former_domains (website_id, domain, until) VALUES (OLD.id, OLD.domain, date_trunc('milliseconds', clock_timestamp()))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_former_domain AFTER UPDATE OF domain ON websites
FOR EACH ROW WHEN (OLD.domain <> NEW.domain) EXECUTE FUNCTION note_former_domain();
