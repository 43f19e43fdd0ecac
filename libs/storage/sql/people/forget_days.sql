-- Forgets the verdicts on a website and UTC day, by day. Its visits are not judged then.
-- Written by npm run statements.
-- $1 website, $2 begin of the UTC day
DELETE FROM people_daily
WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $2::timestamptz + INTERVAL '24 hours'
