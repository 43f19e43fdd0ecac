-- What the entries of feeds have, so that somebody who sets up a sender is told what is missing.
-- Nothing is known of entries that came before.
ALTER TABLE feed_counts
  ADD COLUMN without_host bigint NOT NULL DEFAULT 0,
  ADD COLUMN without_country bigint NOT NULL DEFAULT 0,
  ADD COLUMN without_fetch_headers bigint NOT NULL DEFAULT 0,
  ADD COLUMN without_referer bigint NOT NULL DEFAULT 0,
  ADD COLUMN static_files bigint NOT NULL DEFAULT 0;
