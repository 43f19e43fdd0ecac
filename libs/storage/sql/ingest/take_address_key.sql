-- Returns the key with which addresses are sealed now: the newest one if it is young enough,
-- otherwise a new one. Two processes that ask at the same moment may make one each; the worker
-- knows both.
-- $1 how long a key is used, in seconds
WITH newest AS (
  SELECT id, key, made_at FROM address_keys
  WHERE made_at > now() - make_interval(secs => $1) ORDER BY made_at DESC LIMIT 1
), made AS (
  INSERT INTO address_keys (made_at) SELECT now() WHERE NOT EXISTS (SELECT FROM newest)
  RETURNING id, key, made_at
)
SELECT encode(id, 'hex') AS id, key, (extract(epoch FROM now() - made_at) * 1000)::float8 AS age_ms
FROM (SELECT * FROM newest UNION ALL SELECT * FROM made) AS one
