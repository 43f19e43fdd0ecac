-- Creates an account.
-- $1 public id, $2 name, $3 plan, $4 API requests per minute or null,
-- $5 ingestion requests per minute or null
INSERT INTO accounts (public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute)
VALUES ($1, $2, $3, $4, $5)
RETURNING id, public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute, created_at
