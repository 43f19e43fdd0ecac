-- Deliveries to a webhook, the newest one first.
-- $1 webhook, $2 state, or null for every state, $3 public id of the delivery before the first one,
-- or null, $4 maximum number, $5 public id of one, or null for all
SELECT d.public_id, d.type, e.public_id AS event_public_id, e.kind, d.state, d.made_at, d.due_at, d.attempts,
  d.attempted_at, d.status, d.duration_ms, d.fault
FROM webhook_deliveries d LEFT JOIN events e ON e.id = d.event_id
WHERE d.webhook_id = $1 AND ($2::text IS NULL OR d.state = $2) AND ($5::text IS NULL OR d.public_id = $5)
  AND ($3::text IS NULL OR d.id < (SELECT id FROM webhook_deliveries WHERE public_id = $3))
ORDER BY d.id DESC LIMIT $4
