-- Tells whether a worker still has its fetch: not when it was switched off, when its address
-- changed, when another worker took it over, or when the website is gone.
-- $1 website, $2 kind, $3 when it began
SELECT f.website_id
FROM website_fetches f JOIN websites w ON w.id = f.website_id
WHERE f.website_id = $1 AND f.kind = $2 AND f.begun_at = $3 AND w.deleted_at IS NULL
