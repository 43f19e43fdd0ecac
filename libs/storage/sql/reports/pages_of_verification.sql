-- Pages by visits of some bots with one verification, in an order. Rows with equal values are
-- ordered by these visits, and path. Errors are not counted by verification.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 limit, $8 prefix of the path or null,
-- $9 column of the order, $10 1, or -1 if the order of this column is reversed,
-- $11 and $12 numbers and path of the place after which the list is read, or null,
-- $13 the only page or null, $14 bots, $15 verification
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
), paged AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT p.bot_id, p.page_id, visits_with($15, p.visits, p.verified_visits, p.spoofed_visits, p.unverifiable_visits) AS visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    -- Most sets have no array of the verification.
    WHERE s.bot_id = ANY ($14::integer[]) AND ($15::text = 'not_checked' OR CASE $15
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[]) AND bot_id = ANY ($14)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $5 AND bucket < $6 AND bot_id = ANY ($14)
  ) p
), counted AS (
  -- Not a join: a plan for any values expects so few rows that it would go through all AI bots for
  -- each of them.
  SELECT page_id, visits, bot_id IN (SELECT bot_id FROM ai) AS ai
  FROM paged
), summed AS (
  SELECT page_id, sum(visits)::bigint AS bot_visits, coalesce(sum(visits) FILTER (WHERE ai), 0)::bigint AS ai_bot_visits
  FROM counted
  WHERE visits > 0
    AND ($8::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $8)))
    AND ($13::bigint IS NULL OR page_id = $13)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $9
      WHEN 'ai_bot_visits' THEN ai_bot_visits WHEN 'bot_visits' THEN bot_visits
      -- All of these visits have the verification, and none has another one.
      WHEN $15 || '_visits' THEN bot_visits ELSE 0
    END * $10::integer AS rank,
    CASE $9 WHEN 'path' THEN 0 ELSE bot_visits END AS bot_rank
  FROM summed
), first AS (
  SELECT *
  FROM ranked
  WHERE $11::bigint[] IS NULL OR (rank, bot_rank) < (($11)[1], ($11)[2])
    OR (rank, bot_rank) = (($11)[1], ($11)[2]) AND (
      SELECT CASE WHEN $9 = 'path' AND $10 < 0 THEN path COLLATE "C" < $12 ELSE path COLLATE "C" > $12 END
      FROM pages p WHERE p.website_id = $1 AND p.id = page_id
    )
  ORDER BY rank DESC, bot_rank DESC
  -- Pages with equal counts are ordered by path, which is looked up only for them.
  FETCH FIRST $7 ROWS WITH TIES
)
SELECT p.path, f.bot_visits, 0 AS human_visits, f.ai_bot_visits, ARRAY[rank, bot_rank]::float8[] AS place
FROM first f JOIN pages p ON p.website_id = $1 AND p.id = f.page_id
ORDER BY rank DESC, bot_rank DESC, CASE WHEN $9 = 'path' AND $10 < 0 THEN p.path END COLLATE "C" DESC, p.path COLLATE "C"
LIMIT $7
