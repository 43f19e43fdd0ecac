-- Begins an attempt of the delivery to a webhook that has been due for longest, and returns what
-- the message needs. If its process dies, the delivery is due again when the attempt is taken for
-- lost.
-- $1 public id of the webhook, $2 seconds after which an attempt is taken for lost
WITH next AS (
  SELECT d.id FROM webhook_deliveries d
  JOIN webhooks w ON w.id = d.webhook_id
  LEFT JOIN events e ON e.id = d.event_id
  LEFT JOIN websites s ON s.id = e.website_id
  WHERE w.public_id = $1 AND d.state = 'waiting' AND d.due_at <= now()
    AND (w.disabled_at IS NULL OR d.type = 'test') AND s.deleted_at IS NULL
  ORDER BY d.due_at, d.id LIMIT 1
  FOR UPDATE OF d SKIP LOCKED
), taken AS (
  UPDATE webhook_deliveries d
  SET attempts = d.attempts + 1, attempted_at = now(), due_at = now() + make_interval(secs => $2)
  FROM next WHERE d.id = next.id
  RETURNING d.*
)
SELECT d.id, d.public_id, d.type, d.attempts, d.made_at, d.seen_at, d.closed_at, d.figures,
  w.public_id AS webhook_public_id, w.url, w.secret,
  CASE WHEN w.old_secret_ends_at > now() THEN w.old_secret END AS old_secret,
  e.public_id AS event_public_id, e.kind, e.subject, e.opened_at,
  s.public_id AS website_public_id, s.domain, a.public_id AS alert_public_id
FROM taken d JOIN webhooks w ON w.id = d.webhook_id
LEFT JOIN events e ON e.id = d.event_id
LEFT JOIN websites s ON s.id = e.website_id
LEFT JOIN alerts a ON a.id = e.alert_id
