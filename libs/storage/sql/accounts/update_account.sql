-- Changes an account. Null leaves a value as it is, and 0 requests per minute returns to the plan's
-- limit.
-- $1 public id, $2 name or null, $3 plan or null, $4 API requests per minute or null,
-- $5 ingestion requests per minute or null
UPDATE accounts
SET name = coalesce($2, name),
    plan = coalesce($3, plan),
    api_requests_per_minute = nullif(coalesce($4, api_requests_per_minute), 0),
    ingest_requests_per_minute = nullif(coalesce($5, ingest_requests_per_minute), 0)
WHERE public_id = $1
RETURNING id, public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute, created_at
