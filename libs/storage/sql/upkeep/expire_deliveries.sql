-- Deletes a portion of the deliveries to webhooks that were made more than 30 days ago.
-- $1 maximum number
DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
  SELECT id FROM webhook_deliveries WHERE made_at < now() - interval '30 days' LIMIT $1::integer))
