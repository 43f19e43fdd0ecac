-- Uses a one-time code up, and returns its key. Of two that take it at the same time, only one gets
-- a row. Returns no row when there is no such code, and when its time is over.
-- $1 sha256
DELETE FROM sign_in_codes WHERE sha256 = $1 AND ends_at > now()
RETURNING key_id
