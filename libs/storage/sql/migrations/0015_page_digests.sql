-- What the reports of pages and bots need of past days, weeks and months, in few rows. It is made
-- from pages_daily in the background once a bucket is over, and again when late visits change the
-- bucket. A digest notes how many visits it was made from. Counts only grow, so it is right as long
-- as traffic_daily gives the same number. The reader checks that.
--
-- An array of counts has one place per page, in the order of page_ids. An array by verdict
-- (verified, spoofed, unverifiable) is null when the whole bucket has none.

CREATE TABLE page_digests (
  website_id integer NOT NULL,
  -- day, week (from Monday) or month
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  -- The visits in traffic_daily over the bucket, including those beyond the bound on distinct
  -- paths.
  visits bigint NOT NULL,
  page_ids bigint[] NOT NULL,
  bot_visits bigint[] NOT NULL,
  human_visits bigint[] NOT NULL,
  ai_bot_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[],
  -- The version of the registry whose categories it counts.
  registry_version integer NOT NULL,
  -- Visits that were answered with a status of 400 or more: by all, by people and by AI bots.
  error_visits bigint[],
  human_error_visits bigint[],
  ai_error_visits bigint[],
  PRIMARY KEY (website_id, grain, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('page_digests', 6);

-- Numbers the pages of a website from 0, so that sets of pages are dense. A page gets its number
-- when it is first digested.
CREATE TABLE page_positions (
  page_id bigint NOT NULL,
  website_id integer NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (website_id, page_id),
  UNIQUE (website_id, position)
);
INSERT INTO website_relations (relation, level) VALUES ('page_positions', 7);

-- The pages that a bot visited: as bits by position, and in arrays with their counts, which reports
-- of some bots read.
CREATE TABLE bot_page_sets (
  website_id integer NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  -- Positions from part * 8192 on.
  part integer NOT NULL,
  pages bit(8192) NOT NULL,
  page_ids bigint[] NOT NULL,
  visits bigint[] NOT NULL,
  error_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[],
  -- A bot has read a page on a day when one of its visits was not spoofed, and one got no error. Of
  -- the pages of a set: those that the bot read on no day of the bucket, and those of which it got
  -- errors. Null when there are none.
  unread_pages bit(8192),
  error_pages bit(8192),
  PRIMARY KEY (website_id, grain, bucket, bot_id, part)
) WITH (toast_tuple_target = 128);
INSERT INTO website_relations (relation, level) VALUES ('bot_page_sets', 6);
-- Sets of few pages are mostly zeros. PostgreSQL compresses such a small value only when told, and
-- keeps it in its row. PostgreSQL 15 is told here only.
ALTER TABLE bot_page_sets
  ALTER COLUMN pages SET STORAGE MAIN,
  ALTER COLUMN unread_pages SET STORAGE MAIN,
  ALTER COLUMN error_pages SET STORAGE MAIN;

CREATE FUNCTION page_bit(place integer) RETURNS bit(8192) LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT set_bit(0::bit(8192), place % 8192, 1) $$;
