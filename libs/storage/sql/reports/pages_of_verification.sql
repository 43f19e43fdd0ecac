-- Pages by visits of some bots with one verification, in an order. Rows with equal values are
-- ordered by these visits, and path. Errors are not counted by verification. All of these visits
-- have the verification, and none has another one.
-- Written by npm run statements.
-- $1 website, $2 verification or null, $3 grains of the digests to read,
-- $4 buckets of these digests, $5 bots or null, $6 the other days to read,
-- $7 recent days (inclusive), $8 end of the recent days,
-- $9 positions of the pages that were added up before, $10 what they have of visits,
-- $11 what they have of ai_visits, $12 prefix of the path or null, $13 the only page or null,
-- $14 column of the order, $15 1, or -1 if the order of this column is reversed,
-- $16 numbers of the row after which the list is read, or null, $17 its text, or null,
-- $18 limit or null
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
), paged AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT bot_id, page_id, visits_with($2::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($3::text[], $4::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    WHERE s.bot_id = ANY ($5::integer[]) AND NOT s.bot_id = 6 AND ($2::text = 'not_checked' OR CASE $2::text
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($6::timestamptz[]) AND ($5::integer[] IS NULL OR bot_id IN (SELECT unnest($5::integer[])))
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_recent
    WHERE website_id = $1::integer AND bucket >= $7::timestamptz AND bucket < $8::timestamptz AND ($5::integer[] IS NULL OR bot_id IN (SELECT unnest($5::integer[])))
  ) p
), counted AS (
  -- Not a join: a plan for any values expects so few rows that it would go through all AI bots for
  -- each of them.
  SELECT page_id, visits, CASE WHEN bot_id IN (SELECT bot_id FROM ai) THEN visits ELSE 0 END AS ai_visits
  FROM paged
  UNION ALL
  SELECT o.page_id, a.visits, a.ai_visits
  FROM unnest($9::integer[], $10::bigint[], $11::bigint[])
      AS a (position, visits, ai_visits)
    JOIN page_positions o ON o.website_id = $1::integer AND o.position = a.position
), summed AS (
  SELECT page_id, sum(visits)::bigint AS bot_visits, coalesce(sum(ai_visits), 0)::bigint AS ai_bot_visits,
    CASE WHEN $2::text || '_visits' = 'verified_visits' THEN sum(visits)::bigint ELSE 0 END AS verified_visits,
      CASE WHEN $2::text || '_visits' = 'spoofed_visits' THEN sum(visits)::bigint ELSE 0 END AS spoofed_visits,
      CASE WHEN $2::text || '_visits' = 'unverifiable_visits' THEN sum(visits)::bigint ELSE 0 END AS unverifiable_visits
  FROM counted
  WHERE visits > 0 AND ($12::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $12::text)
  )) IS TRUE) AND ($13::bigint IS NULL OR page_id = $13::bigint)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $14::text
      WHEN 'bot_visits' THEN bot_visits WHEN 'ai_bot_visits' THEN ai_bot_visits
        WHEN 'verified_visits' THEN verified_visits WHEN 'spoofed_visits' THEN spoofed_visits
        WHEN 'unverifiable_visits' THEN unverifiable_visits
      ELSE 0
    END * $15::integer AS rank,
    CASE $14::text WHEN 'path' THEN 0 ELSE bot_visits END AS bot_visits_rank
  FROM summed
), first AS (
  SELECT *
  FROM ranked
  WHERE $16::bigint[] IS NULL OR (rank, bot_visits_rank) < (($16::bigint[])[1], ($16::bigint[])[2])
    OR (rank, bot_visits_rank) = (($16::bigint[])[1], ($16::bigint[])[2]) AND (
      SELECT CASE WHEN $14::text = 'path' AND $15::integer < 0
        THEN p.path COLLATE "C" < $17::text ELSE p.path COLLATE "C" > $17::text END
      FROM pages p WHERE p.website_id = $1::integer AND p.id = ranked.page_id
    )
  ORDER BY rank DESC, bot_visits_rank DESC
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST ($18::bigint) ROWS WITH TIES
)
SELECT t.path, f.bot_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits, f.unverifiable_visits,
  0 AS human_visits,
  ARRAY[rank, bot_visits_rank]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT p.path AS path FROM pages p WHERE p.website_id = $1::integer AND p.id = f.page_id
) t
ORDER BY rank DESC, bot_visits_rank DESC,
  CASE WHEN $14::text = 'path' AND $15::integer < 0 THEN t.path END COLLATE "C" DESC, t.path COLLATE "C"
LIMIT $18::bigint
