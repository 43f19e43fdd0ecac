-- What a website tells bots by its robots.txt, day by day, and what is fetched from it.

CREATE TABLE robots_texts (
  website_id integer NOT NULL,
  -- The first day (UTC) whose visits are judged by this text. The next text ends it.
  valid_from date NOT NULL,
  -- What the website answers. Empty when it has no robots.txt, which allows everything.
  content text NOT NULL,
  source text NOT NULL CHECK (source IN ('given', 'fetched')),
  noted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (website_id, valid_from)
);
INSERT INTO website_relations (relation, level) VALUES ('robots_texts', 9);

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
  PRIMARY KEY (website_id, kind),
  CHECK ((tried_at IS NULL) = (outcome IS NULL))
);
INSERT INTO website_relations (relation, level) VALUES ('website_fetches', 9);
CREATE INDEX website_fetches_due_at ON website_fetches (due_at);
