-- The name of a bot as reports of an account show it, in upper or lower case as it is stored.
-- $1 account, $2 name
SELECT name FROM (
  SELECT name, 0 AS place FROM bots WHERE id <> 0 AND lower(name) = lower($2)
  UNION ALL
  SELECT name, 1 FROM declared_bots WHERE account_id = $1 AND lower(name) = lower($2)
) found
ORDER BY place LIMIT 1
