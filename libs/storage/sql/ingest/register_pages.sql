-- Returns the ids of paths and registers new paths up to the bound.
-- $1 website ids, $2 paths, $3 days of the visits, $4 new paths per website and day
SELECT website_id, path, page_id FROM register_pages($1::integer[], $2::text[], $3::date[], $4::integer)
