-- Deletes what writers counted in landings_daily on some days of a website.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
DELETE FROM landings_daily t
WHERE t.website_id = $1::integer AND t.bucket >= $2::timestamptz AND t.bucket < $3::timestamptz
