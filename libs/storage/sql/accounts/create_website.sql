-- Makes a website; nothing when the account has the domain already.
-- $1 account, $2 public id, $3 tracking id, $4 domain
INSERT INTO websites (account_id, public_id, tracking_id, domain) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id, domain) WHERE deleted_at IS NULL DO NOTHING
RETURNING id, account_id, public_id, domain, tracking_id, created_at
