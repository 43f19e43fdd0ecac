-- Coverage: which pages bots have read, of those that a website has or that people read.

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

-- Errors that people and AI bots got of each page. A digest of an earlier release has none. Reports
-- of coverage do not read such a digest, and it is made again in the background.
ALTER TABLE page_digests ADD COLUMN human_error_visits bigint[], ADD COLUMN ai_error_visits bigint[];

-- A bot has read a page on a day when one of its visits was not spoofed, and one got no error. Of
-- the pages of a set: those that the bot read on no day of the bucket, and those of which it got
-- errors. Null when there are none.
ALTER TABLE bot_page_sets ADD COLUMN unread_pages bit(8192), ADD COLUMN error_pages bit(8192);
ALTER TABLE bot_page_sets ALTER COLUMN unread_pages SET STORAGE MAIN, ALTER COLUMN error_pages SET STORAGE MAIN;
