-- Forgets the verdicts in people_landings_daily on a website and UTC day.
-- Written by npm run statements.
-- $1 website, $2 begin of the UTC day
DELETE FROM people_landings_daily
WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $2::timestamptz + INTERVAL '24 hours'
