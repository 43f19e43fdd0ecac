-- When a website is made, deleted or given another domain, the moment of that is read from the
-- clock while nobody can look up websites of its account. So whoever looks them up at a later
-- moment finds the change, and the websites that a batch counts for are the same at every delivery.
-- The first key of these locks is any number ("webs"), the second one is the account.
CREATE FUNCTION note_moment_of_website() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A restore brings moments of its own.
    IF NEW.created_at <> now()::timestamptz(3) THEN
      RETURN NEW;
    END IF;
    PERFORM pg_advisory_xact_lock(x'77656273'::integer, NEW.account_id);
    NEW.created_at := clock_timestamp();
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(x'77656273'::integer, NEW.account_id);
  IF OLD.deleted_at IS NULL AND NEW.deleted_at = now()::timestamptz(3) THEN
    NEW.deleted_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER note_moment_of_new_website BEFORE INSERT ON websites
FOR EACH ROW EXECUTE FUNCTION note_moment_of_website();
CREATE TRIGGER note_moment_of_website BEFORE UPDATE OF domain, deleted_at ON websites
FOR EACH ROW WHEN (OLD.domain <> NEW.domain OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
EXECUTE FUNCTION note_moment_of_website();

CREATE OR REPLACE FUNCTION note_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the first domain of a millisecond was in use before it.
  INSERT INTO former_domains (website_id, domain, until) VALUES (OLD.id, OLD.domain, clock_timestamp())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- Who looks for former domains looks at websites of some accounts only, not at the changes of all.
CREATE INDEX websites_account ON websites (account_id);
