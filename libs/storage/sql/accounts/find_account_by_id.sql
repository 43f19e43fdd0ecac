-- An account by its internal id.
-- $1 id
SELECT id, public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute,
  total_ingest_requests_per_minute, max_live_keys, max_websites, fetch_seconds_per_day, created_at
FROM accounts WHERE id = $1
