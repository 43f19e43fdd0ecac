-- The positions of a page, unless it is not below a path.
-- Written by npm run statements.
-- $1 website, $2 the only page or null, $3 prefix of the path or null
SELECT array_agg(o.position) AS positions
FROM pages p JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.id
WHERE p.website_id = $1::integer AND p.id = $2::bigint AND ($3::text IS NULL OR starts_with(p.path, $3::text))
