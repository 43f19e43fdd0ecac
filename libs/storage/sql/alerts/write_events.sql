-- Writes what was decided, all at once. Nothing opens for an alert that has been changed, disabled
-- or deleted since it was judged. What an alert tells once for ever is written with its state, so
-- that two workers cannot both tell it.
-- $1 now, $2 alerts that were judged (alert_id, changed_at),
-- $3 events (alert_id, public_id, kind, subject, cause, figures, at_once),
-- $4 open events of which something changed (alert_id, cause, seen_at, gone_since),
-- $5 events that are over (alert_id, cause), $6 states (alert_id, cause, since, figures),
-- $7 states to forget (alert_id, cause)
WITH judged AS MATERIALIZED (
  SELECT a.id, a.website_id, w.account_id
  FROM jsonb_to_recordset($2::jsonb) AS j (alert_id integer, changed_at timestamptz)
  JOIN alerts a ON a.id = j.alert_id AND a.changed_at = j.changed_at
  JOIN websites w ON w.id = a.website_id
  WHERE a.enabled AND w.deleted_at IS NULL
  FOR SHARE OF a
), forgotten AS (
  DELETE FROM alert_states s USING jsonb_to_recordset($7::jsonb) AS f (alert_id integer, cause text)
  WHERE s.alert_id = f.alert_id AND s.cause = f.cause
), remembered AS (
  INSERT INTO alert_states AS s (alert_id, website_id, cause, since, figures)
  SELECT j.id, j.website_id, n.cause, n.since, n.figures
  FROM jsonb_to_recordset($6::jsonb) AS n (alert_id integer, cause text, since timestamptz, figures jsonb)
  JOIN judged j ON j.id = n.alert_id
  ON CONFLICT (alert_id, cause) DO UPDATE SET since = excluded.since, figures = excluded.figures
    WHERE (SELECT kind FROM alerts a WHERE a.id = s.alert_id) <> 'new_bot'
  RETURNING alert_id, cause
), opened AS (
  INSERT INTO events (public_id, account_id, website_id, alert_id, kind, subject, cause, opened_at, seen_at, closed_at, figures)
  SELECT e.public_id, j.account_id, j.website_id, j.id, e.kind, e.subject, e.cause, $1, $1,
    CASE WHEN e.at_once THEN $1::timestamptz END, e.figures
  FROM jsonb_to_recordset($3::jsonb)
    AS e (alert_id integer, public_id text, kind text, subject text, cause text, figures jsonb, at_once boolean)
  JOIN judged j ON j.id = e.alert_id
  WHERE NOT e.at_once OR EXISTS (SELECT FROM remembered r WHERE r.alert_id = e.alert_id AND r.cause = e.cause)
  ON CONFLICT (alert_id, cause) WHERE closed_at IS NULL DO NOTHING
  RETURNING id
), kept AS (
  UPDATE events e SET seen_at = k.seen_at, gone_since = k.gone_since
  FROM jsonb_to_recordset($4::jsonb) AS k (alert_id integer, cause text, seen_at timestamptz, gone_since timestamptz)
  WHERE e.alert_id = k.alert_id AND e.cause = k.cause AND e.closed_at IS NULL
), closed AS (
  UPDATE events e SET closed_at = $1, gone_since = coalesce(e.gone_since, $1)
  FROM jsonb_to_recordset($5::jsonb) AS c (alert_id integer, cause text)
  WHERE e.alert_id = c.alert_id AND e.cause = c.cause AND e.closed_at IS NULL
  RETURNING e.id
)
SELECT (SELECT count(*) FROM opened)::integer AS opened, (SELECT count(*) FROM closed)::integer AS closed
