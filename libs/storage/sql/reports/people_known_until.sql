-- The moment from which on lists about some websites do not tell people, because there were too
-- many visits on a day; null when they tell all.
-- Written by npm run statements.
-- $1 websites, $2 from (inclusive), $3 to (exclusive)
SELECT to_char(min(bucket + listed_hours * INTERVAL '1 hour') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS until
FROM judged_days
WHERE website_id = ANY ($1::integer[]) AND listed_hours < 24
  AND bucket + listed_hours * INTERVAL '1 hour' >= $2::timestamptz AND bucket + listed_hours * INTERVAL '1 hour' < $3::timestamptz
