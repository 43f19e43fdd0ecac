-- The ids of paths; those that the dictionary does not know get one.
-- $1-$2 as in find_pages.sql, $3 days of the visits, $4 bound on new paths for each website and day
SELECT (u.number - 1)::integer AS place, p.page_id AS id
FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS u (website_id, path, number)
JOIN register_pages($1::integer[], $2::text[], $3::date[], $4::integer) p USING (website_id, path)
