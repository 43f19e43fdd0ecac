-- Every accepted log entry, one row each: a hypertable. The chunk interval and retention are settings, applied after the migrations.

CREATE TABLE visits (
  time timestamptz(3) NOT NULL,
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  -- 0 not checked, 1 verified, 2 spoofed, 3 unverifiable
  verification smallint NOT NULL DEFAULT 0,
  status_code smallint NOT NULL,
  -- Null beyond the bound on distinct paths.
  page_id bigint,
  method text NOT NULL,
  host text NOT NULL,
  path text NOT NULL,
  ip inet,
  user_agent text NOT NULL,
  browser text,
  os text,
  device text,
  referer text,
  referral_source text
);
SELECT create_hypertable('visits', by_range('time', INTERVAL '7 days'), create_default_indexes => false);
CREATE INDEX visits_website_id_time ON visits (website_id, time);

ALTER TABLE visits SET (
  timescaledb.compress,
  timescaledb.compress_segmentby = 'website_id',
  timescaledb.compress_orderby = 'time'
);
SELECT add_compression_policy('visits', compress_after => INTERVAL '7 days');
