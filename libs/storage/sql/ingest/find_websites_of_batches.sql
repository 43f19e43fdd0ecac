-- Websites of accounts among candidate domains, and further websites by id. Websites that were
-- deleted after the first of the batches was accepted come last.
-- $1 accounts, $2 domains, $3 websites, $4 when the first batch was accepted, epoch milliseconds
SELECT id, account_id, domain, counts, behaviour, deleted_at FROM websites
WHERE account_id = ANY ($1::integer[]) AND (domain = ANY ($2::text[]) AND deleted_at IS NULL OR id = ANY ($3::integer[])
  OR domain = ANY ($2::text[]) AND deleted_at > to_timestamp($4::float8 / 1000))
ORDER BY deleted_at NULLS FIRST
