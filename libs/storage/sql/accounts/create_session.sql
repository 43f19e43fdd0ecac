-- Stores a new session by its hash. The account keeps only as many sessions as it may have: those
-- that were used last.
-- $1 public id, $2 API Key, $3 sha256, $4 now, $5 when it ends
-- $6 sessions that the account may have
WITH crowded AS (
  DELETE FROM sessions WHERE id IN (
    SELECT s.id FROM sessions s JOIN api_keys k ON k.id = s.key_id
    WHERE k.account_id = (SELECT account_id FROM api_keys WHERE id = $2)
    ORDER BY s.last_used_at DESC, s.id DESC
    OFFSET $6::integer - 1)
)
INSERT INTO sessions (public_id, key_id, sha256, created_at, last_used_at, ends_at)
VALUES ($1, $2, $3, $4, $4, $5)
