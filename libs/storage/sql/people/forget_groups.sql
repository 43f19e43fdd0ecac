-- Forgets the groups of visitors of a website on a UTC day.
-- $1 website, $2 begin of the UTC day
DELETE FROM visitor_groups WHERE website_id = $1::integer AND bucket = $2::timestamptz
