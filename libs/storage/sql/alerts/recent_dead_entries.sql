-- How many entries of the last 24 hours could not be stored, by website.
-- $1 since
SELECT website_id, count(*)::integer AS entries FROM dead_entries
WHERE failed_at >= $1 AND website_id IS NOT NULL
GROUP BY 1
