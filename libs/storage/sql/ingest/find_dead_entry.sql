-- A dead row with its payload and its internal ids.
-- $1 id
SELECT d.id, d.kind, d.batch_id, d.position, a.public_id AS account_id, w.public_id AS website_id, d.received_at, d.failed_at,
  d.sqlstate, d.reason, d.payload, d.account_id AS internal_account_id, d.website_id AS internal_website_id
FROM dead_entries d LEFT JOIN accounts a ON a.id = d.account_id LEFT JOIN websites w ON w.id = d.website_id
WHERE d.id = $1::uuid
