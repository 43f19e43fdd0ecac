-- The history of a robots.txt, the newest text first. A text is in force until the day before the
-- next one.
-- $1 website
SELECT to_char(valid_from, 'YYYY-MM-DD') AS valid_from,
  to_char(lag(valid_from) OVER (ORDER BY valid_from DESC) - 1, 'YYYY-MM-DD') AS valid_to,
  source, noted_at, octet_length(content) AS bytes
FROM robots_texts
WHERE website_id = $1
ORDER BY robots_texts.valid_from DESC
