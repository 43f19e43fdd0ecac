-- What is known about the fetches of a file of a website.
-- $1 website, $2 kind
SELECT kind, url, due_at, tried_at, outcome, status, succeeded_at
FROM website_fetches
WHERE website_id = $1 AND kind = $2
