-- Deletes texts of robots.txt that ended more than 400 days ago, and those that have a hundred
-- newer ones. The newest text of a website always stays.
-- $1 how many at most
DELETE FROM robots_texts
WHERE ctid = ANY (ARRAY(
  SELECT t.ctid
  FROM (
    SELECT ctid, lead(valid_from) OVER w AS next, count(*) OVER (PARTITION BY website_id ORDER BY valid_from DESC) AS place
    FROM robots_texts
    WINDOW w AS (PARTITION BY website_id ORDER BY valid_from)
  ) t
  WHERE t.next < current_date - 400 OR t.place > 101
  LIMIT $1
))
