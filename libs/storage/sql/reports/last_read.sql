-- The last day on which an AI bot read each of some pages.
-- $1 website, $2 and $3 grains and buckets of the digests of days to read, $4 the other days,
-- $5 and $6 the recent days (inclusive, exclusive), $7 bots or null for all AI bots, $8 pages
WITH chosen AS MATERIALIZED (
  SELECT bot_id FROM ai_bots WHERE $7::integer[] IS NULL OR bot_id = ANY ($7)
), listed AS MATERIALIZED (
  SELECT id AS page_id, position / 8192 AS part, position % 8192 AS place
  FROM unnest($8::bigint[]) AS id LEFT JOIN page_positions ON website_id = $1 AND page_id = id
), sets AS MATERIALIZED (
  SELECT s.bucket AS day, s.part, bit_or(CASE WHEN s.unread_pages IS NULL THEN s.pages ELSE s.pages & ~ s.unread_pages END) AS pages
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  WHERE s.bot_id IN (SELECT bot_id FROM chosen) AND s.part IN (SELECT part FROM listed)
  GROUP BY s.bucket, s.part
), days AS (
  SELECT page_id, day
  FROM (
    SELECT bot_id, page_id, bucket AS day, visits, error_visits, spoofed_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[])
    UNION ALL
    SELECT bot_id, page_id, day_of(bucket), visits, error_visits, spoofed_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $5 AND bucket < $6
  ) p
  WHERE bot_id IN (SELECT bot_id FROM chosen) AND page_id = ANY ($8)
  GROUP BY bot_id, page_id, day
  HAVING sum(visits) > sum(error_visits) AND sum(visits) > coalesce(sum(spoofed_visits), 0)
)
SELECT page_id, to_char(max(day) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last_read
FROM (
  SELECT l.page_id, s.day FROM listed l JOIN sets s USING (part) WHERE get_bit(s.pages, l.place) = 1
  UNION ALL
  SELECT page_id, day FROM days
) read
GROUP BY page_id
