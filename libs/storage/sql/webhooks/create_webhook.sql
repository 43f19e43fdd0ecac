-- Stores a new webhook. Stores nothing when the account has as many as it may have.
-- $1 public id, $2 account, $3 name, $4 url, $5 kinds of events or null for all, $6 sealed secret,
-- $7 webhooks that the account may have
INSERT INTO webhooks (public_id, account_id, name, url, kinds, secret)
SELECT $1, $2, $3, $4, $5, $6 WHERE count_webhooks($2) < $7::integer
RETURNING public_id
