-- Creates an account. A limit that is null is the plan's.
-- $1 public id, $2 name, $3 plan, $4 API requests per minute, $5 ingestion requests per minute of a
-- key, $6 ingestion requests per minute of all keys together, $7 live keys, $8 websites,
-- $9 seconds of fetches a day
INSERT INTO accounts (public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute,
  total_ingest_requests_per_minute, max_live_keys, max_websites, fetch_seconds_per_day)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING id, public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute,
  total_ingest_requests_per_minute, max_live_keys, max_websites, fetch_seconds_per_day, created_at
