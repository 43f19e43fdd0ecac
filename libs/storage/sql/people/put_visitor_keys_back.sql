-- Puts keys back that a crash of the server has lost, as far as their days are open and had these
-- keys. Returns how many were missing.
-- $1 accounts, $2 days, as texts, $3 keys
INSERT INTO visitor_keys (account_id, day, key)
SELECT h.account_id, h.day, h.key
FROM unnest($1::integer[], $2::date[], $3::bytea[]) AS h (account_id, day, key)
  JOIN visitor_days d ON d.account_id = h.account_id AND d.day = h.day
WHERE is_open(d.made_on) AND d.fingerprint = substr(sha256(h.key), 1, 8)
ORDER BY h.account_id, h.day
ON CONFLICT DO NOTHING
