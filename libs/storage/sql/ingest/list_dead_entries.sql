-- Dead rows without their payloads, newest first.
-- $1 maximum number
SELECT d.id, d.kind, d.batch_id, d.position, a.public_id AS account_id, w.public_id AS website_id, d.received_at, d.failed_at,
  d.sqlstate, d.reason
FROM dead_entries d LEFT JOIN accounts a ON a.id = d.account_id LEFT JOIN websites w ON w.id = d.website_id
ORDER BY d.failed_at DESC, d.id DESC
LIMIT $1::integer
