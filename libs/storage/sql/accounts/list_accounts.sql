-- Every account, oldest first.
SELECT id, public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute, created_at
FROM accounts ORDER BY created_at, id
