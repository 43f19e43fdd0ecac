-- Makes a test for a webhook, also for one that is disabled. Makes none when as many tests wait as
-- may.
-- $1 webhook, $2 tests that may wait
INSERT INTO webhook_deliveries (webhook_id, type)
SELECT id, 'test' FROM webhooks w
WHERE id = $1 AND (
  SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.type = 'test'
) < $2::integer
RETURNING public_id
