-- Changes an account. Null leaves a value as it is, and a limit of 0 returns to the plan's limit.
-- $1 public id, $2 name, $3 plan, $4 API requests per minute, $5 ingestion requests per minute of a
-- key, $6 ingestion requests per minute of all keys together, $7 live keys, $8 websites,
-- $9 seconds of fetches a day
UPDATE accounts
SET name = coalesce($2, name),
    plan = coalesce($3, plan),
    api_requests_per_minute = nullif(coalesce($4, api_requests_per_minute), 0),
    ingest_requests_per_minute = nullif(coalesce($5, ingest_requests_per_minute), 0),
    total_ingest_requests_per_minute = nullif(coalesce($6, total_ingest_requests_per_minute), 0),
    max_live_keys = nullif(coalesce($7, max_live_keys), 0),
    max_websites = nullif(coalesce($8, max_websites), 0),
    fetch_seconds_per_day = nullif(coalesce($9, fetch_seconds_per_day), 0)
WHERE public_id = $1
RETURNING id, public_id, name, plan, api_requests_per_minute, ingest_requests_per_minute,
  total_ingest_requests_per_minute, max_live_keys, max_websites, fetch_seconds_per_day, created_at
