-- What is known of the sitemaps of a website.
-- $1 website
SELECT source, noted_at, cardinality(paths) AS pages, files, addresses, left_out
FROM sitemaps
WHERE website_id = $1
