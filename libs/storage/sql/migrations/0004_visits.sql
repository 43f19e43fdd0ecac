-- Every log entry that was accepted, one row each. How the rows are laid out comes with the
-- flavour.

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
  referral_source text,
  -- Late visits are counted at commit, by a trigger; all others by an aggregate, afterwards. Visits
  -- that come from elsewhere and say nothing about it are late, so that they are always counted.
  late boolean NOT NULL DEFAULT true
);
INSERT INTO website_relations (relation, level) VALUES ('visits', 1);
