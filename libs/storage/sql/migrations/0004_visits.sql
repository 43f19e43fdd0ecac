-- Every accepted log entry, one row each. The flavour decides how the rows are laid out.

CREATE TABLE visits (
  time timestamptz(3) NOT NULL,
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  -- 0 not checked, 1 verified, 2 spoofed, 3 unverifiable
  verification smallint NOT NULL DEFAULT 0,
  status_code smallint NOT NULL,
  -- Null when the path is beyond the bound on distinct paths.
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
  -- A trigger counts late visits at commit; an aggregate counts all others afterwards. Visits from
  -- other sources that do not set this are late, so that they are always counted.
  late boolean NOT NULL DEFAULT true
);
INSERT INTO website_relations (relation, level) VALUES ('visits', 1);

-- From when on all raw visits are kept. Retention drops older ones, and their counts stay.
CREATE TABLE visits_kept (since timestamptz NOT NULL);
INSERT INTO visits_kept (since) VALUES ('-infinity');
