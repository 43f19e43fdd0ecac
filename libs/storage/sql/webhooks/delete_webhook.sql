-- Deletes a webhook with its deliveries, and ends the event that it was disabled. Returns no row
-- when it was deleted before.
-- $1 webhook
WITH deleted AS (
  DELETE FROM webhooks WHERE id = $1 RETURNING account_id, public_id
), ended AS (
  UPDATE events e SET closed_at = now() FROM deleted w
  WHERE e.account_id = w.account_id AND e.kind = 'webhook_disabled' AND e.subject = w.public_id AND e.closed_at IS NULL
)
SELECT public_id FROM deleted
