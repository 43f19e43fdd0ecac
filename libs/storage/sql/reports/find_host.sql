-- The id of a host of a website.
-- $1 website, $2 host
SELECT id FROM hosts WHERE website_id = $1 AND host = $2
