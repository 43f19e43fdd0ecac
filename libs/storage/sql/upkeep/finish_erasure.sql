-- Notes that nothing of a website is left. Returns its account if it was the last one of it.
-- $1 website
WITH erased AS (
  UPDATE websites SET erased_at = now() WHERE id = $1 RETURNING account_id
), empty AS (
  SELECT account_id FROM erased
  WHERE NOT EXISTS (SELECT FROM websites w WHERE w.account_id = erased.account_id AND w.id <> $1 AND w.erased_at IS NULL)
), quotas AS (
  DELETE FROM declared_bot_quotas WHERE account_id IN (SELECT account_id FROM empty)
)
SELECT account_id FROM empty
