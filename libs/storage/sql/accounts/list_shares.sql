-- Shared links of an account that have not expired, the oldest one first.
-- $1 account, $2 website, or null for every website, $3 now
SELECT s.public_id, w.public_id AS website_public_id, w.domain, s.name, s.first4,
  s.first_day::text, s.last_day::text, s.created_at, s.last_used_at, s.expires_at
FROM shares s JOIN websites w ON w.id = s.website_id
WHERE w.account_id = $1 AND ($2::integer IS NULL OR w.id = $2) AND w.deleted_at IS NULL
  AND coalesce(s.expires_at > $3, true)
ORDER BY s.created_at, s.id
