-- The ids of paths that the dictionary knows, with the indexes of the paths in the list.
-- Written by npm run statements.
-- $1 website ids, $2 paths
SELECT (u.number - 1)::integer AS place, p.id
FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS u (website_id, path, number)
JOIN pages p ON p.website_id = u.website_id AND p.path = u.path
