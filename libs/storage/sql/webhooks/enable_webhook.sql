-- Enables a webhook again, and ends the event that it was disabled.
-- $1 webhook
WITH enabled AS (
  UPDATE webhooks SET disabled_at = NULL, disabled_because = NULL
  WHERE id = $1 AND disabled_at IS NOT NULL RETURNING account_id, public_id
)
UPDATE events e SET closed_at = now() FROM enabled w
WHERE e.account_id = w.account_id AND e.kind = 'webhook_disabled' AND e.subject = w.public_id AND e.closed_at IS NULL
