-- Whether logs arrive on the feeds of a website, and what becomes of their records. API processes
-- count in memory and add what they counted here every few seconds, so nothing is written for each
-- record. A feed is named by the last part of its address; `custom` is one too.

CREATE TABLE website_feeds (
  website_id integer NOT NULL,
  feed text NOT NULL,
  -- Null as long as every delivery was refused.
  first_delivery timestamptz(3),
  last_delivery timestamptz(3),
  PRIMARY KEY (website_id, feed)
);
INSERT INTO website_relations (relation, level) VALUES ('website_feeds', 9);

-- Accepted deliveries and their entries. Hours serve the last 24 hours, days the last 30 days, so
-- that few rows are kept and read.
CREATE TABLE feed_counts (
  website_id integer NOT NULL,
  feed text NOT NULL,
  -- hour or day
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  deliveries bigint NOT NULL,
  entries bigint NOT NULL,
  -- Milliseconds between the time of a logged request and its arrival: the sum over the entries,
  -- and the largest.
  lag_ms bigint NOT NULL,
  largest_lag_ms bigint NOT NULL,
  -- Entries without an address. Builds that did not count them have left 0.
  without_address bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (website_id, feed, grain, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('feed_counts', 9);
CREATE INDEX feed_counts_bucket ON feed_counts (bucket);

-- What did not become an entry, by reason. The words are closed lists of the service.
CREATE TABLE feed_reasons (
  website_id integer NOT NULL,
  feed text NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  -- skipped and rejected are records, refused are whole deliveries.
  result text NOT NULL CHECK (result IN ('skipped', 'rejected', 'refused')),
  reason text NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (website_id, feed, grain, bucket, result, reason)
);
INSERT INTO website_relations (relation, level) VALUES ('feed_reasons', 9);
CREATE INDEX feed_reasons_bucket ON feed_reasons (bucket);

-- The last rejects of each feed. The outline of a record has none of its values: letters and digits
-- are masked before it comes here.
CREATE TABLE feed_samples (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  website_id integer NOT NULL,
  feed text NOT NULL,
  noted_at timestamptz(3) NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  -- Null for a refused delivery, and for a record that was too long to keep.
  outline text
);
INSERT INTO website_relations (relation, level) VALUES ('feed_samples', 9);
CREATE INDEX feed_samples_website_id_feed ON feed_samples (website_id, feed, id);
CREATE INDEX feed_samples_noted_at ON feed_samples (noted_at);
