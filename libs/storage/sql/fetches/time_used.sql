-- How long the fetches of an account took today (UTC), in milliseconds, with what is reserved for
-- those under way. No row when there was none.
-- $1 account
SELECT used_ms::float8 AS used_ms FROM fetch_times
WHERE account_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date
