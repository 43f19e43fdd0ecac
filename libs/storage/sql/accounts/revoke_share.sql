-- Revokes a shared link. Returns no row when there is no such link.
-- $1 public id, $2 account, or null for that of any account
DELETE FROM shares s USING websites w
WHERE w.id = s.website_id AND s.public_id = $1 AND ($2::integer IS NULL OR w.account_id = $2)
RETURNING s.public_id, s.name, w.domain
