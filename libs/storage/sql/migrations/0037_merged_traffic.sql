-- Writers append what they count by bot and by page, too, so that none waits for the counters of a
-- website that another one has changed.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

CREATE TABLE unmerged_traffic (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  visits bigint[] NOT NULL,
  error_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[],
  first_seen timestamptz(3)[] NOT NULL,
  last_seen timestamptz(3)[] NOT NULL
);
CREATE INDEX unmerged_traffic_website_id ON unmerged_traffic (website_id);
INSERT INTO website_relations (relation, level) VALUES ('unmerged_traffic', 1);

CREATE TABLE unmerged_pages (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  page_id bigint[] NOT NULL,
  visits bigint[] NOT NULL,
  error_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[]
);
CREATE INDEX unmerged_pages_website_id ON unmerged_pages (website_id);
INSERT INTO website_relations (relation, level) VALUES ('unmerged_pages', 1);

-- To compress them takes longer than all else that is done to append them.
ALTER TABLE unmerged_pages
  ALTER COLUMN bot_id SET STORAGE EXTERNAL,
  ALTER COLUMN page_id SET STORAGE EXTERNAL;

CREATE OR REPLACE VIEW traffic_hourly AS
SELECT * FROM late_traffic_hourly
UNION ALL
SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.visits, u.error_visits, u.verified_visits,
  u.spoofed_visits, u.unverifiable_visits, u.first_seen::timestamptz(3) AS first_seen,
  u.last_seen::timestamptz(3) AS last_seen
FROM unmerged_traffic n, unnest(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits,
  n.first_seen, n.last_seen)
  AS u (bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen,
    last_seen);

CREATE OR REPLACE VIEW traffic_daily AS
SELECT * FROM late_traffic_daily
UNION ALL
SELECT n.website_id, day_of(n.bucket) AS bucket, u.bot_id, u.visits, u.error_visits, u.verified_visits,
  u.spoofed_visits, u.unverifiable_visits, u.first_seen::timestamptz(3) AS first_seen,
  u.last_seen::timestamptz(3) AS last_seen
FROM unmerged_traffic n, unnest(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits,
  n.first_seen, n.last_seen)
  AS u (bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen,
    last_seen);

CREATE OR REPLACE VIEW traffic_weekly AS
SELECT website_id, date_trunc('week', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM late_traffic_daily
UNION ALL
SELECT website_id, date_trunc('week', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM (
  SELECT n.website_id, day_of(n.bucket) AS bucket, u.bot_id, u.visits, u.error_visits, u.verified_visits,
    u.spoofed_visits, u.unverifiable_visits, u.first_seen::timestamptz(3) AS first_seen,
    u.last_seen::timestamptz(3) AS last_seen
  FROM unmerged_traffic n, unnest(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits,
    n.first_seen, n.last_seen)
    AS u (bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen,
      last_seen)
) n;

CREATE OR REPLACE VIEW traffic_monthly AS
SELECT website_id, date_trunc('month', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM late_traffic_daily
UNION ALL
SELECT website_id, date_trunc('month', bucket, 'UTC') AS bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen::timestamptz,
    last_seen::timestamptz, bucket AS day
FROM (
  SELECT n.website_id, day_of(n.bucket) AS bucket, u.bot_id, u.visits, u.error_visits, u.verified_visits,
    u.spoofed_visits, u.unverifiable_visits, u.first_seen::timestamptz(3) AS first_seen,
    u.last_seen::timestamptz(3) AS last_seen
  FROM unmerged_traffic n, unnest(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits,
    n.first_seen, n.last_seen)
    AS u (bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen,
      last_seen)
) n;

CREATE OR REPLACE VIEW pages_daily AS
SELECT * FROM late_pages_daily
UNION ALL
SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.page_id, u.visits, u.error_visits, u.verified_visits,
  u.spoofed_visits, u.unverifiable_visits
FROM unmerged_pages n, unnest(n.bot_id, n.page_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits,
  n.unverifiable_visits)
  AS u (bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE OR REPLACE VIEW pages_recent AS
SELECT * FROM late_pages_daily
UNION ALL
SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.page_id, u.visits, u.error_visits, u.verified_visits,
  u.spoofed_visits, u.unverifiable_visits
FROM unmerged_pages n, unnest(n.bot_id, n.page_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits,
  n.unverifiable_visits)
  AS u (bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits);
