-- Webhooks as they may be shown at any time, the oldest one first.
-- $1 account, or null for those of every account, $2 public id of one, or null for all, $3 public
-- id of the last one seen or null, $4 when that one was made, or null, $5 maximum number or null
SELECT w.id, w.public_id, a.public_id AS account_public_id, w.name, w.url, w.kinds, w.created_at,
  w.delivered_at, w.disabled_at, w.disabled_because,
  CASE WHEN w.old_secret_ends_at > now() THEN w.old_secret_ends_at END AS old_secret_ends_at,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting')::integer AS waiting
FROM webhooks w JOIN accounts a ON a.id = w.account_id
WHERE ($1::integer IS NULL OR w.account_id = $1) AND ($2::text IS NULL OR w.public_id = $2)
  -- The last one seen may have been deleted since then.
  AND ($3::text IS NULL OR w.created_at > $4 OR (
    w.created_at = $4 AND w.id > coalesce((SELECT id FROM webhooks WHERE public_id = $3), 0)
  ))
ORDER BY w.created_at, w.id
LIMIT $5
