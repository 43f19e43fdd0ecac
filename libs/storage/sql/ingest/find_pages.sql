-- The ids of paths that the dictionary knows.
-- $1 website ids, $2 paths
SELECT p.website_id, p.path, p.id AS page_id
FROM unnest($1::integer[], $2::text[]) AS u (website_id, path)
JOIN pages p ON p.website_id = u.website_id AND p.path = u.path
