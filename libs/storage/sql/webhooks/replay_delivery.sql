-- Lets a delivery that has ended begin again, as the same message. Returns no row when it still
-- waits, when its webhook is disabled, or when as many wait as may.
-- $1 public id of the delivery, $2 deliveries of a webhook that may wait
UPDATE webhook_deliveries d SET state = 'waiting', attempts = 0, due_at = now()
FROM webhooks w
WHERE d.public_id = $1 AND d.state <> 'waiting' AND w.id = d.webhook_id AND (w.disabled_at IS NULL OR d.type = 'test')
  AND (SELECT count(*) FROM webhook_deliveries o WHERE o.webhook_id = w.id AND o.state = 'waiting') < $2::integer
RETURNING d.public_id
