-- Revokes a key of an account. Returns revoked, last (the key stays), or null when there is no such
-- key.
-- $1 account, $2 public id, $3 now
SELECT revoke_key_unless_last($1::integer, $2::text, $3::timestamptz) AS outcome
