-- Alerts: what an account asks to be told about a website. Events: what began, with the figures
-- that led to it. One elected worker looks every minute whether an alert has something to tell.

CREATE TABLE alerts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  website_id integer NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  -- The service knows the kinds, and the conditions of each.
  kind text NOT NULL,
  conditions jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL
);
INSERT INTO website_relations (relation, level) VALUES ('alerts', 9);
CREATE INDEX alerts_website_id ON alerts (website_id);

-- What an evaluation must know of earlier ones about something that is no event yet: since when a
-- bound is exceeded, or that a bot has come. It outlives a restart of the worker.
CREATE TABLE alert_states (
  alert_id integer NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  website_id integer NOT NULL,
  -- What of the alert it is about, as in events.
  cause text NOT NULL,
  since timestamptz(3) NOT NULL,
  figures jsonb NOT NULL,
  PRIMARY KEY (alert_id, cause)
);
INSERT INTO website_relations (relation, level) VALUES ('alert_states', 9);
CREATE INDEX alert_states_website_id ON alert_states (website_id);

CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  account_id integer NOT NULL REFERENCES accounts (id),
  -- Null for an event of the account itself.
  website_id integer,
  -- Null when the alert is deleted, or when no alert led to the event.
  alert_id integer REFERENCES alerts (id) ON DELETE SET NULL,
  kind text NOT NULL,
  -- What is shown: a bot, a category, a page, a feed or a webhook. Null stands for all AI bots, or
  -- for the website.
  subject text,
  -- What it comes from: a word that is another one for everything else that its alert can tell.
  cause text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  -- When its cause was last there, and since when it is not. The event closes when it has been gone
  -- for some time.
  seen_at timestamptz(3) NOT NULL,
  gone_since timestamptz(3),
  closed_at timestamptz(3),
  -- Numbers and short texts.
  figures jsonb NOT NULL
);
INSERT INTO website_relations (relation, level) VALUES ('events', 9);
CREATE INDEX events_account_id ON events (account_id, id);
CREATE INDEX events_website_id ON events (website_id, id);
CREATE INDEX events_opened_at ON events (opened_at);
-- While an event is open, the same cause opens no second one.
CREATE UNIQUE INDEX events_open ON events (alert_id, cause) WHERE closed_at IS NULL;

-- How many alerts a website has. Null when it is deleted. The lock makes two alerts take turns that
-- are made at the same time, and an alert with the deletion of its website.
CREATE FUNCTION count_alerts(website integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM websites WHERE id = website AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM alerts WHERE website_id = website);
END
$$;
