-- Hides a website, stops its keys and revokes its shared links. Returns no row when the account has
-- no such website.
-- $1 account, $2 public id
WITH website AS (
  UPDATE websites SET deleted_at = now() WHERE account_id = $1 AND public_id = $2 AND deleted_at IS NULL
  RETURNING id, public_id, domain
), keys AS (
  UPDATE api_keys k SET revoked_at = now() FROM website w WHERE k.website_id = w.id AND k.revoked_at IS NULL
), links AS (
  DELETE FROM shares s USING website w WHERE s.website_id = w.id
)
SELECT id, public_id, domain FROM website
