-- Stores a one-time code by its hash, for the oldest API Key of an account that may change
-- everything. Makes a key of the values given if there is none.
-- $1 account, $2 sha256 of the code, $3 seconds until it ends
-- $4 public id, $5 name, $6 sha256 and $7 last 4 characters of the key that may have to be made
INSERT INTO sign_in_codes (sha256, key_id, ends_at)
SELECT $2, key_to_sign_in($1, $4, $5, $6, $7), now() + make_interval(secs => $3::float8)
RETURNING ends_at
