-- Whether the logs of some websites have had a referer, at any time: then their dictionary has
-- given a number to one. A website that nobody has visited has no row.
-- $1 websites
SELECT website_id, last_referer > 0 AS is_logged
FROM dictionary_numbers
WHERE website_id = ANY ($1::integer[])
