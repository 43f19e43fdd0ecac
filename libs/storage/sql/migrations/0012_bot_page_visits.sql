-- How often a bot visited each page of its sets: reports of some bots, or of the bots below a path, read that of past
-- days, weeks and months from a few arrays, not from every row of pages_daily. Digests are made anew.

TRUNCATE page_digests, bot_page_sets;
ALTER TABLE bot_page_sets
  -- The pages of the set, and their counts, one place a page in each of the three.
  ADD COLUMN page_ids bigint[] NOT NULL,
  ADD COLUMN visits bigint[] NOT NULL,
  ADD COLUMN error_visits bigint[] NOT NULL;
