-- Websites of accounts under candidate domains, and further websites by id. A website stands under
-- the domain that it has now, and under former ones that it had when the first of the batches was
-- accepted or later. Websites that were deleted after that come last. However often other accounts
-- change domains, their rows are not read.
-- $1 accounts, $2 domains, $3 websites, $4 when the first batch was accepted, epoch milliseconds
WITH bounds AS (
  SELECT to_timestamp($4::float8 / 1000) AS first
), former AS MATERIALIZED (
  SELECT w.id AS website_id, f.domain, f.until, lag(f.until) OVER (PARTITION BY w.id ORDER BY f.until) AS since
  FROM websites w, bounds, LATERAL (
    SELECT domain, until FROM former_domains WHERE website_id = w.id AND until > first OFFSET 0
  ) f
  WHERE w.account_id = ANY ($1::integer[])
)
SELECT id, account_id, domain, counts, behaviour, created_at, deleted_at,
  (SELECT max(f.until) FROM former f WHERE f.website_id = w.id) AS since, NULL::timestamptz AS until
FROM websites w, bounds
WHERE account_id = ANY ($1::integer[]) AND (domain = ANY ($2::text[]) AND deleted_at IS NULL OR id = ANY ($3::integer[])
  OR domain = ANY ($2::text[]) AND deleted_at > first)
UNION ALL
SELECT w.id, w.account_id, f.domain, w.counts, w.behaviour, w.created_at, w.deleted_at, f.since, f.until
FROM former f JOIN websites w ON w.id = f.website_id
WHERE w.account_id = ANY ($1::integer[]) AND f.domain = ANY ($2::text[])
ORDER BY deleted_at NULLS FIRST
