-- How many events of each of some websites are open.
-- $1 websites
SELECT website_id, count(*)::integer AS open_events
FROM events
WHERE closed_at IS NULL AND website_id = ANY ($1::integer[])
GROUP BY website_id
