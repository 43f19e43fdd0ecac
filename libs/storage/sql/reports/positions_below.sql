-- The positions of the pages below a path.
-- Written by npm run statements.
-- $1 website, $2 prefix of the path or null
SELECT array_agg(o.position) AS positions
FROM pages p JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.id
WHERE p.website_id = $1::integer AND starts_with(p.path, $2::text)
