-- The texts that were in force on days of a period, the oldest first.
-- $1 website, $2 first day, $3 last day, both inclusive
SELECT to_char(valid_from, 'YYYY-MM-DD') AS valid_from, to_char(valid_to, 'YYYY-MM-DD') AS valid_to, source, noted_at, octet_length(content) AS bytes
FROM (
  SELECT *, lead(valid_from) OVER (ORDER BY valid_from) - 1 AS valid_to
  FROM robots_texts
  WHERE website_id = $1
) t
WHERE valid_from <= $3::date AND (valid_to IS NULL OR valid_to >= $2::date)
ORDER BY t.valid_from
