-- Webhooks with a delivery that is due. What is about a deleted website is never delivered.
-- $1 maximum number
SELECT w.public_id FROM webhooks w
WHERE EXISTS (
  SELECT FROM webhook_deliveries d
  LEFT JOIN events e ON e.id = d.event_id
  LEFT JOIN websites s ON s.id = e.website_id
  WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.due_at <= now()
    AND (w.disabled_at IS NULL OR d.type = 'test') AND s.deleted_at IS NULL
)
ORDER BY w.id LIMIT $1
