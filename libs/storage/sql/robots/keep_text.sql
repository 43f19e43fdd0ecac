-- Notes the text of a robots.txt. RFC 9309 lets bots use the text before for a day, so a text that
-- replaces another one is in force from the day after. The lock makes two texts that come at the
-- same time take turns, and a text with the deletion of its website, which gets none.
-- $1 website, $2 content, $3 source, $4 first day on which it is in force or null, $5 now
WITH website AS MATERIALIZED (
  SELECT id FROM websites WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE
), first_day AS (
  SELECT coalesce($4::date, ($5::timestamptz AT TIME ZONE 'UTC')::date
    + CASE WHEN EXISTS (SELECT FROM robots_texts WHERE website_id = $1) THEN 1 ELSE 0 END) AS valid_from
), before AS (
  SELECT t.valid_from, t.content
  FROM robots_texts t, first_day f
  WHERE t.website_id = $1 AND t.valid_from <= f.valid_from
  ORDER BY t.valid_from DESC
  LIMIT 1
), kept AS (
  INSERT INTO robots_texts (website_id, valid_from, content, source, noted_at)
  SELECT id, valid_from, $2, $3, $5::timestamptz
  FROM website, first_day
  WHERE NOT EXISTS (SELECT FROM before WHERE content = $2)
  ON CONFLICT (website_id, valid_from) DO UPDATE
    SET content = excluded.content, source = excluded.source, noted_at = excluded.noted_at
  RETURNING valid_from
)
SELECT to_char(valid_from, 'YYYY-MM-DD') AS valid_from, true AS is_new FROM kept
UNION ALL
SELECT to_char(before.valid_from, 'YYYY-MM-DD'), false FROM before, website WHERE before.content = $2
