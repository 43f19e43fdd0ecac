-- Notes that the last attempt of a delivery failed, and disables its webhook with an event, unless
-- it accepted something since the delivery was made. What else waits for the webhook is dropped.
-- Returns the webhook if it was disabled.
-- $1 delivery, $2 number of the attempt, $3 status or null, $4 fault, $5 milliseconds that it took,
-- $6 why the webhook is disabled, $7 public id of the event
WITH failed AS (
  UPDATE webhook_deliveries SET state = 'failed', status = $3, fault = $4, duration_ms = $5
  WHERE id = $1 AND attempts = $2 AND state = 'waiting'
  RETURNING id, webhook_id, made_at
), disabled AS (
  UPDATE webhooks w SET disabled_at = now(), disabled_because = $6::text
  FROM failed WHERE w.id = failed.webhook_id AND w.disabled_at IS NULL
    AND ($6::text = 'gone' OR coalesce(w.delivered_at < failed.made_at, true))
  RETURNING w.id, w.public_id, w.account_id, w.name, substring(w.url FROM '://([^/?]+)') AS host
), dropped AS (
  UPDATE webhook_deliveries d SET state = 'dropped' FROM disabled w
  WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.type <> 'test' AND d.id <> $1
), told AS (
  INSERT INTO events (public_id, account_id, kind, subject, cause, opened_at, seen_at, figures)
  SELECT $7, account_id, 'webhook_disabled', public_id, public_id, now(), now(),
    jsonb_strip_nulls(jsonb_build_object('name', name, 'host', host,
      'reason', CASE $6::text WHEN 'gone' THEN 'gone' ELSE 'failed' END, 'status', $3::integer))
  FROM disabled
)
SELECT public_id FROM disabled
