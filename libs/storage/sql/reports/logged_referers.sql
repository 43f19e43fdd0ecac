-- The websites among some whose logs have had a referer, at any time.
-- $1 websites
SELECT website_id FROM unnest($1::integer[]) AS wanted (website_id)
WHERE EXISTS (SELECT FROM referers r WHERE r.website_id = wanted.website_id)
