-- One text of a robots.txt: the one of a day, or the newest.
-- $1 website, $2 first day on which it is in force, or null for the newest
SELECT to_char(valid_from, 'YYYY-MM-DD') AS valid_from, NULL AS valid_to, source, noted_at, content
FROM robots_texts
WHERE website_id = $1 AND ($2::date IS NULL OR robots_texts.valid_from = $2)
ORDER BY robots_texts.valid_from DESC
LIMIT 1
