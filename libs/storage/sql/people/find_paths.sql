-- The paths of some pages of a website.
-- $1 website, $2 pages
SELECT id::float8 AS id, path
FROM pages
WHERE website_id = $1::integer AND id = ANY ($2::bigint[])
