-- What a website tells bots by its robots.txt, day by day, and which pages its sitemaps list.

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

-- The pages that the sitemaps of a website list: one row, because it is replaced as a whole.
CREATE TABLE sitemaps (
  website_id integer PRIMARY KEY,
  -- Each of them once, as in pages.path.
  paths text[] NOT NULL,
  -- Of each path in paths: its page and its position among the bits of digests, as far as they were
  -- known then. They never change, and looking them up takes longer than everything else.
  page_ids bigint[] NOT NULL,
  positions integer[] NOT NULL,
  source text NOT NULL CHECK (source IN ('given', 'fetched')),
  noted_at timestamptz(3) NOT NULL,
  -- How many files and addresses they come from, and how many addresses are no pages, by reason.
  files integer NOT NULL,
  addresses integer NOT NULL,
  left_out jsonb NOT NULL
);
INSERT INTO website_relations (relation, level) VALUES ('sitemaps', 9);
