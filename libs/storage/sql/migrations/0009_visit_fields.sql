-- Where the fields of visits live: in the dictionaries of the website, or in the row of the visit.
-- What repeats in visits stands once for each website, and a visit has its number: the page, the
-- client (method, host, user agent and what was read from it) and the referer. Whoever sends visits
-- may choose these texts, so how many new ones a website gets from the visits of a day is bounded.

-- The last numbers of a website. Whoever gives new ones locks its row.
CREATE TABLE dictionary_numbers (
  website_id integer PRIMARY KEY,
  last_client integer NOT NULL DEFAULT 0,
  last_referer integer NOT NULL DEFAULT 0,
  last_page bigint NOT NULL DEFAULT 0
);
INSERT INTO website_relations (relation, level) VALUES ('dictionary_numbers', 9);

CREATE TABLE pages (
  id bigint NOT NULL,
  website_id integer NOT NULL,
  path text NOT NULL,
  PRIMARY KEY (website_id, id),
  -- Paths have at most 2048 bytes, which is below the 2704 bytes that a B-tree key may have.
  UNIQUE (website_id, path)
);
INSERT INTO website_relations (relation, level) VALUES ('pages', 9);

-- How many new paths a website got from the visits of a day.
CREATE TABLE page_quotas (
  website_id integer NOT NULL,
  day date NOT NULL,
  new_pages integer NOT NULL DEFAULT 0,
  PRIMARY KEY (website_id, day)
);
INSERT INTO website_relations (relation, level) VALUES ('page_quotas', 9);

CREATE TABLE clients (
  website_id integer NOT NULL,
  id integer NOT NULL,
  -- Tells clients apart: their texts may be longer than an index takes.
  key bytea NOT NULL,
  method text NOT NULL,
  host text NOT NULL,
  user_agent text NOT NULL,
  browser text,
  os text,
  device text,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, key)
);
INSERT INTO website_relations (relation, level) VALUES ('clients', 9);

CREATE TABLE referers (
  website_id integer NOT NULL,
  id integer NOT NULL,
  key bytea NOT NULL,
  referer text NOT NULL,
  -- The AI assistant whose address it is, for visits of people.
  source text,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, key)
);
INSERT INTO website_relations (relation, level) VALUES ('referers', 9);

-- How many new clients and referers a website got from the visits of a day.
CREATE TABLE dictionary_quotas (
  website_id integer NOT NULL,
  day date NOT NULL,
  new_clients integer NOT NULL DEFAULT 0,
  new_referers integer NOT NULL DEFAULT 0,
  PRIMARY KEY (website_id, day)
);
INSERT INTO website_relations (relation, level) VALUES ('dictionary_quotas', 9);

-- None of the texts has control characters, so one can stand between them.
CREATE FUNCTION text_key(VARIADIC texts text[]) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT substr(sha256(convert_to(array_to_string(texts, E'\x1f', ''), 'UTF8')), 1, 16) $$;

-- The columns of visits. Each flavour makes its table of visits like this one, which then goes.
CREATE TABLE visit_columns (
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
  -- Two letters, as the sender of the log knows it.
  country text
);
