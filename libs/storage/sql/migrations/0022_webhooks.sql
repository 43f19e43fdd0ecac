-- Webhooks: addresses that are told of the events of an account, and the deliveries of each event
-- to them.

CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  account_id integer NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  url text NOT NULL,
  -- The kinds of events that it is told of. Null: all of them, also those to come.
  kinds text[],
  -- The secrets with which messages are signed, encrypted by a key that is a setting and not in
  -- here. Until the old one ends, messages are signed with both.
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it last accepted a message.
  delivered_at timestamptz(3),
  disabled_at timestamptz(3),
  -- Somebody asked for it, the receiver said that it is gone, or nothing was delivered for a day.
  disabled_because text CHECK (disabled_because IN ('asked', 'gone', 'failing')),
  CHECK ((old_secret IS NULL) = (old_secret_ends_at IS NULL)),
  CHECK ((disabled_at IS NULL) = (disabled_because IS NULL))
);
CREATE INDEX webhooks_account_id ON webhooks (account_id);

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Receivers know a message by it that they have already. 122 of its bits are random.
  public_id text NOT NULL UNIQUE DEFAULT 'dl_' || replace(gen_random_uuid()::text, '-', ''),
  webhook_id integer NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  -- Null for a test. The rows of a deleted website go with its events.
  event_id bigint REFERENCES events (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('event.opened', 'event.closed', 'test')),
  -- What changes of an event, as it was then, so that every attempt sends the same.
  seen_at timestamptz(3),
  closed_at timestamptz(3),
  figures jsonb,
  -- `dropped` was never tried to the end: too many waited, or the webhook was disabled.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When the next attempt is due. During an attempt: when it is taken for lost, with its process.
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- How many have begun since it was made or asked for again, and how the last one ended.
  attempts smallint NOT NULL DEFAULT 0,
  attempted_at timestamptz(3),
  status smallint,
  fault text,
  duration_ms integer,
  CHECK ((type = 'test') = (event_id IS NULL))
);
CREATE INDEX webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_event_id ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_made_at ON webhook_deliveries (made_at);
-- Few wait at a time.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, due_at, id) WHERE state = 'waiting';

-- How many webhooks an account has. The lock makes two webhooks take turns that are made at the
-- same time.
CREATE FUNCTION count_webhooks(account integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM accounts WHERE id = account FOR NO KEY UPDATE;
  RETURN (SELECT count(*) FROM webhooks WHERE account_id = account);
END
$$;

-- Makes a delivery to each webhook that wants to know of an event that opens or closes. It is the
-- same transaction: there is no event without its deliveries, and no delivery without its event. A
-- receiver that is away for long does not fill the disk: beyond 1,000 that wait, deliveries are
-- only listed.
CREATE FUNCTION tell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event_id, type, seen_at, closed_at, figures, state)
  SELECT w.id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN 'event.opened' ELSE 'event.closed' END,
    NEW.seen_at, NEW.closed_at, NEW.figures, CASE WHEN (
      SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting'
    ) < 1000 THEN 'waiting' ELSE 'dropped' END
  FROM webhooks w
  WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL AND coalesce(NEW.kind = ANY (w.kinds), true)
  ORDER BY w.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_of_opened AFTER INSERT ON events
FOR EACH ROW EXECUTE FUNCTION tell_webhooks();
CREATE TRIGGER tell_of_closed AFTER UPDATE OF closed_at ON events
FOR EACH ROW WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL) EXECUTE FUNCTION tell_webhooks();
