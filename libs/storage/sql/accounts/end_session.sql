-- Ends a session. Returns no row when there is no such session.
-- $1 public id, $2 account, or null for that of any account
DELETE FROM sessions s USING api_keys k
WHERE k.id = s.key_id AND s.public_id = $1 AND ($2::integer IS NULL OR k.account_id = $2)
RETURNING s.public_id
