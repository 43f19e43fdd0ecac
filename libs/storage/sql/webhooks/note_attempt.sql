-- Notes how an attempt ended, unless a later one has begun. That a message was accepted is noted in
-- any case.
-- $1 delivery, $2 number of the attempt, $3 state of the delivery from now on, $4 milliseconds
-- until the next attempt, or null, $5 status or null, $6 fault or null, $7 milliseconds that it
-- took
WITH noted AS (
  UPDATE webhook_deliveries
  SET state = $3, due_at = coalesce(now() + $4 * interval '1 millisecond', due_at),
    status = $5, fault = $6, duration_ms = $7
  WHERE id = $1 AND ($3 = 'delivered' OR attempts = $2 AND state = 'waiting')
  RETURNING webhook_id, state
)
UPDATE webhooks w SET delivered_at = now() FROM noted WHERE w.id = noted.webhook_id AND noted.state = 'delivered'
