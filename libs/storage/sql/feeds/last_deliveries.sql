-- When the last delivery of each of some websites was accepted, on any feed.
-- $1 websites
SELECT website_id, max(last_delivery) AS last_delivery
FROM website_feeds
WHERE website_id = ANY ($1::integer[])
GROUP BY website_id
