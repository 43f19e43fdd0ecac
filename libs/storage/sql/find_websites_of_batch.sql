-- Websites of an account among candidate domains, and one more by id; those that were deleted after a batch was accepted come last. $1 account, $2 domains, $3 website, $4 when the batch was accepted, epoch milliseconds
SELECT id, domain, deleted_at IS NOT NULL AS deleted FROM websites
WHERE account_id = $1 AND (domain = ANY ($2::text[]) AND deleted_at IS NULL OR id = $3
  OR domain = ANY ($2::text[]) AND deleted_at > to_timestamp($4::float8 / 1000))
ORDER BY deleted_at NULLS FIRST
