-- Deletes all evidence about the visitors of a website.
-- $1 website
DELETE FROM visitor_evidence WHERE website_id = $1::integer
