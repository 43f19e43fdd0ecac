-- What the reports of pages and bots need of past days, weeks and months, in few rows: made from pages_daily in the
-- background, once a bucket is over, and made anew when late visits change it. A digest notes the visits that it was
-- made from: counts only grow, so it is right as long as traffic_daily says the same number. Whoever reads it checks.

CREATE TABLE page_digests (
  website_id integer NOT NULL,
  -- day, week (from Monday) or month
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  -- Of traffic_daily over the bucket, those beyond the bound on distinct paths included.
  visits bigint NOT NULL,
  -- One place a page in each of the three.
  page_ids bigint[] NOT NULL,
  bot_visits bigint[] NOT NULL,
  human_visits bigint[] NOT NULL,
  PRIMARY KEY (website_id, grain, bucket)
);

-- Numbers the pages of a website from 0, so that sets of them are dense. Given when a page is first digested.
CREATE TABLE page_positions (
  page_id bigint PRIMARY KEY,
  website_id integer NOT NULL,
  position integer NOT NULL,
  UNIQUE (website_id, position)
);

-- The pages that a bot visited, as bits by position.
CREATE TABLE bot_page_sets (
  website_id integer NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  -- Positions from part * 8192 on.
  part integer NOT NULL,
  pages bit(8192) NOT NULL,
  PRIMARY KEY (website_id, grain, bucket, bot_id, part)
);
-- Sets of few pages are mostly zeros; PostgreSQL compresses so small a value only when told, and keeps it in its row.
ALTER TABLE bot_page_sets SET (toast_tuple_target = 128);
ALTER TABLE bot_page_sets ALTER COLUMN pages SET STORAGE MAIN;

CREATE FUNCTION page_bit(place integer) RETURNS bit(8192) LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT set_bit(0::bit(8192), place % 8192, 1) $$;
