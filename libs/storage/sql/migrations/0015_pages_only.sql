-- A website may count pages only. Requests for static files are then skipped, and only their number
-- is kept.

ALTER TABLE websites ADD COLUMN counts text NOT NULL DEFAULT 'all' CHECK (counts IN ('all', 'pages'));

CREATE TABLE skipped_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  -- Connections count in different rows, so that they seldom wait for each other.
  lane smallint NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, lane)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('skipped_daily', 2);
