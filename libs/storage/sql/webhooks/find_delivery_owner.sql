-- The webhook to which a delivery goes. Returns no row when there is none in the account.
-- $1 public id of the delivery, $2 account, or null for that of any account
SELECT w.public_id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
WHERE d.public_id = $1 AND ($2::integer IS NULL OR w.account_id = $2)
