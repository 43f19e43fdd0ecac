-- Forgets the pages of a website's sitemaps.
-- $1 website
DELETE FROM sitemaps WHERE website_id = $1 RETURNING website_id
