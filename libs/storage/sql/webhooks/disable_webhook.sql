-- Disables a webhook because somebody asks for it, and drops what waits for it.
-- $1 webhook
WITH disabled AS (
  UPDATE webhooks SET disabled_at = now(), disabled_because = 'asked'
  WHERE id = $1 AND disabled_at IS NULL RETURNING id
)
UPDATE webhook_deliveries d SET state = 'dropped' FROM disabled w
WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.type <> 'test'
