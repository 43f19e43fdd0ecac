-- Every accepted log entry, one row each. In this flavour they are one table, and no aggregate
-- counts anything. So every visit is late, which means that its writer counts it.

CREATE TABLE visits (
  time timestamptz(3) NOT NULL,
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  -- 0 not checked, 1 verified, 2 spoofed, 3 unverifiable
  verification smallint NOT NULL DEFAULT 0,
  status_code smallint NOT NULL,
  -- Null when the path is beyond the bound on distinct paths.
  page_id bigint,
  -- From here on, texts of the visit stand in its row when they are beyond the bounds of the
  -- dictionaries. Elsewhere they are null.
  method text,
  host text,
  path text,
  ip inet,
  user_agent text,
  browser text,
  os text,
  device text,
  referer text,
  referral_source text,
  -- The writer counts late visits; an aggregate counts all others afterwards. Visits from other
  -- sources that do not set this are late, so that no aggregate counts them.
  late boolean NOT NULL DEFAULT true,
  client_id integer,
  referer_id integer,
  -- Nobody would count a visit that is not marked as late.
  CONSTRAINT visits_late CHECK (late)
);
INSERT INTO website_relations (relation, level) VALUES ('visits', 1);
CREATE INDEX visits_website_id_time ON visits (website_id, time);

-- Visits older than this are written as late.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 'infinity'::timestamptz $$;

-- This flavour writes all visits as rows.
CREATE FUNCTION compress_directly() RETURNS void LANGUAGE sql AS $$ SELECT $$;
