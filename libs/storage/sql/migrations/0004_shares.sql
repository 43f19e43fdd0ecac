-- Shared links: whoever has the address of one reads reports of one website, within bounds of days.

CREATE TABLE shares (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  website_id integer NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- The token itself is never stored. It is 32 random bytes.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  first4 text NOT NULL,
  -- Days of UTC, both inclusive. Null means that there is no bound on that side.
  first_day date,
  last_day date CHECK (last_day >= first_day),
  -- The processes tell these times, as they do for the ends of keys.
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3)
);
INSERT INTO website_relations (relation, level) VALUES ('shares', 9);
CREATE INDEX shares_website_id ON shares (website_id);

-- How many shared links of a website have not expired. Null when the website is deleted. The lock
-- makes two links take turns that are made at the same time, and a link with the deletion of its
-- website.
CREATE FUNCTION count_shares(website integer, moment timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM websites WHERE id = website AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM shares WHERE website_id = website AND coalesce(expires_at > moment, true));
END
$$;
