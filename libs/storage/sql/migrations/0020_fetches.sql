-- What is fetched from websites, in turns by account, within a time a day.

-- Files of a website that workers fetch every day: its robots.txt, and its sitemap.
CREATE TABLE website_fetches (
  website_id integer NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('robots', 'sitemap')),
  -- Null when the address follows from the domain of the website.
  url text,
  -- From then on, one worker may fetch the file.
  due_at timestamptz(3) NOT NULL,
  -- The last try, what came of it in one word, and the status of the answer if there was one.
  tried_at timestamptz(3),
  outcome text,
  status smallint,
  -- When a try last told what the website has.
  succeeded_at timestamptz(3),
  -- When a worker began to fetch the file, as long as it has not said what came of it. This is
  -- written before anything is fetched, together with the time at which the file is due again if
  -- the worker does not live to tell.
  begun_at timestamptz(3),
  -- How many tries in a row were begun and not ended.
  unfinished smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (website_id, kind),
  CHECK ((tried_at IS NULL) = (outcome IS NULL))
);
INSERT INTO website_relations (relation, level) VALUES ('website_fetches', 9);
CREATE INDEX website_fetches_due_at ON website_fetches (due_at);

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
