-- Pages by their visits, in an order. Rows with equal values are ordered by visits of bots, of
-- people, and path.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 limit, $8 prefix of the path or null,
-- $9 column of the order, $10 1, or -1 if the order of this column is reversed,
-- $11 and $12 numbers and path of the place after which the list is read, or null,
-- $13 the only page or null,
-- $14 none for pages that no AI bot visited, some for the others, null for all
WITH counted AS (
  SELECT unnest(d.page_ids) AS page_id, unnest(d.bot_visits) AS bot_visits, unnest(d.human_visits) AS human_visits,
    unnest(d.ai_bot_visits) AS ai_bot_visits, unnest(d.verified_visits) AS verified_visits,
    unnest(d.spoofed_visits) AS spoofed_visits, unnest(d.unverifiable_visits) AS unverifiable_visits,
    unnest(d.error_visits) AS error_visits
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN page_digests d ON d.website_id = $1 AND d.grain = wanted.grain AND d.bucket = wanted.bucket
  UNION ALL
  SELECT page_id, CASE WHEN bot_id <> 0 THEN visits ELSE 0 END, CASE WHEN bot_id = 0 THEN visits ELSE 0 END,
    CASE WHEN bot_id IN (SELECT bot_id FROM ai_bots) THEN visits ELSE 0 END, verified_visits, spoofed_visits, unverifiable_visits, error_visits
  FROM (
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[])
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $5 AND bucket < $6
  ) p
), summed AS (
  SELECT page_id, sum(bot_visits::float8)::bigint AS bot_visits, sum(human_visits::float8)::bigint AS human_visits,
    sum(ai_bot_visits::float8)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits, coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits
  FROM counted
  WHERE ($8::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $8)))
    AND ($13::bigint IS NULL OR page_id = $13)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $9
      WHEN 'human_visits' THEN human_visits WHEN 'ai_bot_visits' THEN ai_bot_visits
      WHEN 'verified_visits' THEN verified_visits WHEN 'spoofed_visits' THEN spoofed_visits
      WHEN 'unverifiable_visits' THEN unverifiable_visits WHEN 'error_visits' THEN error_visits WHEN 'path' THEN 0 ELSE bot_visits
    END * $10::integer AS rank,
    CASE $9 WHEN 'path' THEN 0 ELSE bot_visits END AS bot_rank,
    CASE $9 WHEN 'path' THEN 0 ELSE human_visits END AS human_rank
  FROM summed
  WHERE CASE $14 WHEN 'none' THEN ai_bot_visits = 0 WHEN 'some' THEN ai_bot_visits > 0 ELSE true END
), first AS (
  SELECT *
  FROM ranked
  WHERE $11::bigint[] IS NULL OR (rank, bot_rank, human_rank) < (($11)[1], ($11)[2], ($11)[3])
    OR (rank, bot_rank, human_rank) = (($11)[1], ($11)[2], ($11)[3]) AND (
      SELECT CASE WHEN $9 = 'path' AND $10 < 0 THEN path COLLATE "C" < $12 ELSE path COLLATE "C" > $12 END
      FROM pages p WHERE p.website_id = $1 AND p.id = page_id
    )
  ORDER BY rank DESC, bot_rank DESC, human_rank DESC
  -- Pages with equal counts are ordered by path, which is looked up only for them.
  FETCH FIRST $7 ROWS WITH TIES
)
SELECT p.path, f.bot_visits, f.human_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits, f.unverifiable_visits,
  f.error_visits, ARRAY[rank, bot_rank, human_rank]::float8[] AS place
FROM first f JOIN pages p ON p.website_id = $1 AND p.id = f.page_id
ORDER BY rank DESC, bot_rank DESC, human_rank DESC,
  CASE WHEN $9 = 'path' AND $10 < 0 THEN p.path END COLLATE "C" DESC, p.path COLLATE "C"
LIMIT $7
