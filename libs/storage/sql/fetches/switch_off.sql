-- Lets nobody fetch a file of a website any more. What was fetched stays.
-- $1 website, $2 kind
DELETE FROM website_fetches WHERE website_id = $1 AND kind = $2 RETURNING website_id
