-- The page of a website with exactly this path.
-- $1 website, $2 path
SELECT id FROM pages WHERE website_id = $1 AND path = $2
