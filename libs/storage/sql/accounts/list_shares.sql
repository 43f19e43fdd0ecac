-- Shared links of an account that have not expired, the oldest one first.
-- $1 account, $2 website, or null for every website, $3 now, $4 public id of the last one seen or
-- null, $5 when that one was made, or null, $6 maximum number or null
SELECT s.public_id, w.public_id AS website_public_id, w.domain, s.name, s.first4,
  s.first_day::text, s.last_day::text, s.created_at, s.last_used_at, s.expires_at
FROM shares s JOIN websites w ON w.id = s.website_id
WHERE w.account_id = $1 AND ($2::integer IS NULL OR w.id = $2) AND w.deleted_at IS NULL
  AND coalesce(s.expires_at > $3, true)
  -- The last one seen may have been deleted since then.
  AND ($4::text IS NULL OR s.created_at > $5 OR (
    s.created_at = $5 AND s.id > coalesce((SELECT id FROM shares WHERE public_id = $4), 0)
  ))
ORDER BY s.created_at, s.id
LIMIT $6
