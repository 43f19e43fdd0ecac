-- Deletes a portion of the keys under which addresses were sealed that were made more than 26 hours
-- ago. Nobody seals with a key that is older than two hours, so jobs under it had a day's time.
-- $1 maximum number
DELETE FROM address_keys WHERE id IN (
  SELECT id FROM address_keys WHERE made_at < now() - interval '26 hours' LIMIT $1::integer)
