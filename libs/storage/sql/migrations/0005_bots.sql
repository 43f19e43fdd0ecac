-- The bots that visits and counts refer to: those of the registry, and those that no row of it
-- names, under the names that they give themselves.

CREATE TABLE bots (
  -- Literals of the registry, never used again. 0 means people.
  id integer PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  provider text NOT NULL,
  category text NOT NULL,
  documentation text,
  registry_version integer NOT NULL
);

-- People are not a bot of the registry. All other rows come from the registry.
INSERT INTO bots (id, slug, name, provider, category, documentation, registry_version)
VALUES (0, 'human', 'Human', 'Unknown', 'human', NULL, 0);

-- Bots that no row of the registry names, under the names that they give themselves in their user
-- agents. Each account has names of its own. Visits and counts have their ids like those of `bots`;
-- what an id stands for is decided when it is read.
CREATE TABLE declared_bots (
  -- Ids of the registry and of files of the operator are below.
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1000000) PRIMARY KEY,
  account_id integer NOT NULL,
  -- The name in the form in which names are compared.
  key text NOT NULL,
  -- As the first visit had them.
  name text NOT NULL,
  provider text NOT NULL,
  category text NOT NULL,
  first_seen timestamptz(3) NOT NULL DEFAULT now(),
  -- The bot that names it since a registry has a row for it. Its visits of the past count there.
  bot_id integer,
  -- The registry that was asked for that row.
  judged_by text NOT NULL,
  UNIQUE (account_id, key)
);
CREATE INDEX declared_bots_judged_by ON declared_bots (judged_by);
CREATE INDEX declared_bots_bot_id ON declared_bots (bot_id) WHERE bot_id IS NOT NULL;
CREATE INDEX declared_bots_ai ON declared_bots (id) WHERE bot_id IS NULL AND starts_with(category, 'ai_');

-- How many names an account has, and how many came in the last hour in which one came. Anybody can
-- invent names, so both are bounded.
CREATE TABLE declared_bot_quotas (
  account_id integer PRIMARY KEY,
  names integer NOT NULL DEFAULT 0,
  hour timestamptz NOT NULL DEFAULT '-infinity',
  new_names integer NOT NULL DEFAULT 0
);

-- Returns the ids of names and registers new names, up to `most` in an account and `most_new` in an
-- hour. A name beyond the bounds is left out of the result. Locks are taken in the order of
-- accounts, and only when there is a new name.
CREATE FUNCTION register_declared_bots(
  accounts integer[], keys text[], names text[], providers text[], categories text[], registry text,
  most integer, most_new integer
) RETURNS TABLE (account_id integer, key text, id integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  this_hour CONSTANT timestamptz := date_trunc('hour', now(), 'UTC');
  with_new integer[] := ARRAY(
    SELECT DISTINCT u.account_id FROM unnest(accounts, keys) AS u (account_id, key)
    WHERE NOT EXISTS (SELECT FROM declared_bots d WHERE d.account_id = u.account_id AND d.key = u.key)
  );
BEGIN
  IF cardinality(with_new) > 0 THEN
    INSERT INTO declared_bot_quotas (account_id) SELECT unnest(with_new) ORDER BY 1 ON CONFLICT DO NOTHING;
    -- Two workers cannot both take the last place. What they insert afterwards sees the names of
    -- those that came before.
    PERFORM FROM declared_bot_quotas q WHERE q.account_id = ANY (with_new) ORDER BY q.account_id FOR UPDATE;

    WITH unknown AS (
      SELECT DISTINCT ON (u.account_id, u.key) u.*
      FROM unnest(accounts, keys, names, providers, categories) AS u (account_id, key, name, provider, category)
      WHERE u.account_id = ANY (with_new)
        AND NOT EXISTS (SELECT FROM declared_bots d WHERE d.account_id = u.account_id AND d.key = u.key)
      -- Some of its user agents may have no address.
      ORDER BY u.account_id, u.key, u.provider = 'Unknown'
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY key) AS place FROM unknown
    ), room AS (
      SELECT account_id,
        least(most - names, most_new - CASE WHEN hour = this_hour THEN new_names ELSE 0 END) AS places
      FROM declared_bot_quotas WHERE account_id = ANY (with_new)
    ), inserted AS (
      INSERT INTO declared_bots (account_id, key, name, provider, category, judged_by)
      SELECT r.account_id, r.key, r.name, r.provider, r.category, registry
      FROM ranked r JOIN room USING (account_id)
      WHERE r.place <= room.places
      ORDER BY r.account_id, r.key
      RETURNING account_id
    ), counted AS (
      SELECT account_id, count(*)::integer AS new_names FROM inserted GROUP BY account_id
    )
    UPDATE declared_bot_quotas q SET names = q.names + c.new_names, hour = this_hour,
      new_names = c.new_names + CASE WHEN q.hour = this_hour THEN q.new_names ELSE 0 END
    FROM counted c WHERE q.account_id = c.account_id;
  END IF;

  RETURN QUERY
  SELECT DISTINCT d.account_id, d.key, d.id
  FROM unnest(accounts, keys) AS u (account_id, key)
  JOIN declared_bots d ON d.account_id = u.account_id AND d.key = u.key;
END
$$;

-- What reports read of bots are views, because an engine that spreads websites over servers sees
-- what a view reads, and can give the whole report to the server of its website. It does not look
-- into a function.

-- The bots that count as AI bots, with the names that one of them has taken over, and the names
-- that say so themselves.
CREATE VIEW ai_bots AS
SELECT id AS bot_id FROM bots WHERE starts_with(category, 'ai_')
UNION ALL
SELECT d.id FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_')
UNION ALL
SELECT id FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_');

-- Every bot that a report can show.
CREATE VIEW known_bots AS
SELECT id, name, provider, category, false AS declared FROM bots
UNION ALL
SELECT id, name, provider, category, true FROM declared_bots;

-- What a bot is reported as: itself, or the bot that has taken its name over. A name with fewer
-- than 3 visits in the period of the report is the bot 1, "Unidentified bot". So is a name that is
-- no longer known. An AI bot keeps its name, because its visits count as those of AI bots in every
-- period. The row in declared_bots is given by three columns, because a row as a whole has another
-- type on each server.
CREATE FUNCTION reported_bot(bot_id integer, visits bigint, declared integer, named integer, category text)
RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN bot_id < 1000000 THEN bot_id
    ELSE coalesce(named, CASE WHEN visits >= 3 OR starts_with(category, 'ai_') THEN declared END, 1) END
$$;
