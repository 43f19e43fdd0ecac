-- Forgets the verdicts on a website and UTC day. Its visits are not judged then.
-- $1 website, $2 day
DELETE FROM people_daily WHERE website_id = $1::integer AND bucket = $2::timestamptz
