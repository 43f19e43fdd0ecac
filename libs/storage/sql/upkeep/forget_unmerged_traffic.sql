-- Deletes what writers counted by traffic on some days of a website and is not merged into tables
-- yet.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
DELETE FROM unmerged_traffic t
WHERE t.website_id = $1::integer AND t.bucket >= $2::timestamptz AND t.bucket < $3::timestamptz
