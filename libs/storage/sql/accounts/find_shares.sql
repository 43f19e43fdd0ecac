-- Shared links by their hashes, also those that have expired, with what a request needs to know
-- about their websites and accounts. Those of deleted websites are left out.
-- $1 sha256 of each
SELECT s.sha256, s.id, s.public_id, s.name, s.first4, s.first_day::text, s.last_day::text,
  s.created_at, s.last_used_at, s.expires_at,
  w.id AS website_id, w.public_id AS website_public_id, w.domain,
  a.id AS account_id, a.plan, a.api_requests_per_minute, a.ingest_requests_per_minute,
  a.total_ingest_requests_per_minute, a.max_live_keys, a.max_websites, a.fetch_seconds_per_day
FROM shares s JOIN websites w ON w.id = s.website_id JOIN accounts a ON a.id = w.account_id
WHERE s.sha256 = ANY ($1::bytea[]) AND w.deleted_at IS NULL
