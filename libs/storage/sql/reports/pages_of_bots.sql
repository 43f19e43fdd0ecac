-- Pages by visits of some bots, in an order. Rows with equal values are ordered by these visits,
-- and path. The bots are not joined as a list: there may be thousands, and a plan for any
-- parameters takes them for a few.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 positions of the pages that were added up before, $3 what they have of visits,
-- $4 what they have of verified_visits, $5 what they have of spoofed_visits,
-- $6 what they have of unverifiable_visits, $7 what they have of error_visits,
-- $8 what they have of ai_visits, $9 what they have of automation_visits,
-- $10 grains of the digests to read, $11 buckets of these digests, $12 bots or null,
-- $13 the other days to read, $14 recent days (inclusive), $15 end of the recent days,
-- $16 prefix of the path or null, $17 the only page or null, $18 column of the order,
-- $19 1, or -1 if the order of this column is reversed,
-- $20 numbers of the row after which the list is read, or null, $21 its text, or null,
-- $22 limit or null
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
), counted AS (
  SELECT o.page_id, a.visits, a.verified_visits, a.spoofed_visits, a.unverifiable_visits, a.error_visits, a.ai_visits,
    a.automation_visits
  FROM unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
      AS a (position, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits, ai_visits,
        automation_visits)
    JOIN page_positions o ON o.website_id = $1::integer AND o.position = a.position
  UNION ALL
  SELECT page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits,
    CASE WHEN bot_id IN (SELECT bot_id FROM ai) THEN visits ELSE 0 END AS ai_visits,
    CASE WHEN bot_id = 6 THEN visits ELSE 0 END AS automation_visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits, unnest(s.error_visits) AS error_visits
    FROM unnest($10::text[], $11::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    WHERE s.bot_id = ANY ($12::integer[])
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits
    FROM judged_pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($13::timestamptz[]) AND ($12::integer[] IS NULL OR bot_id IN (SELECT unnest($12::integer[])))
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits
    FROM judged_pages_recent
    WHERE website_id = $1::integer AND bucket >= $14::timestamptz AND bucket < $15::timestamptz AND ($12::integer[] IS NULL OR bot_id IN (SELECT unnest($12::integer[])))
  ) p
), summed AS (
  SELECT page_id, coalesce(sum(visits::float8), 0)::bigint AS bot_visits,
    coalesce(sum(ai_visits::float8), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(automation_visits::float8), 0)::bigint AS automation_visits
  FROM counted
  WHERE ($16::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $16::text)
  )) IS TRUE) AND ($17::bigint IS NULL OR page_id = $17::bigint)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $18::text
      WHEN 'bot_visits' THEN bot_visits WHEN 'ai_bot_visits' THEN ai_bot_visits
        WHEN 'verified_visits' THEN verified_visits WHEN 'spoofed_visits' THEN spoofed_visits
        WHEN 'unverifiable_visits' THEN unverifiable_visits WHEN 'error_visits' THEN error_visits
        WHEN 'automation_visits' THEN automation_visits
      ELSE 0
    END * $19::integer AS rank,
    CASE $18::text WHEN 'path' THEN 0 ELSE bot_visits END AS bot_visits_rank
  FROM summed
), first AS (
  SELECT *
  FROM ranked
  WHERE $20::bigint[] IS NULL OR (rank, bot_visits_rank) < (($20::bigint[])[1], ($20::bigint[])[2])
    OR (rank, bot_visits_rank) = (($20::bigint[])[1], ($20::bigint[])[2]) AND (
      SELECT CASE WHEN $18::text = 'path' AND $19::integer < 0
        THEN p.path COLLATE "C" < $21::text ELSE p.path COLLATE "C" > $21::text END
      FROM pages p WHERE p.website_id = $1::integer AND p.id = ranked.page_id
    )
  ORDER BY rank DESC, bot_visits_rank DESC
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST ($22::bigint) ROWS WITH TIES
)
SELECT t.path, f.bot_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits, f.unverifiable_visits,
  f.error_visits, f.automation_visits, 0 AS human_visits, 0 AS people_visits, 0 AS undecided_visits,
  0 AS not_judged_visits,
  ARRAY[rank, bot_visits_rank]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT p.path AS path FROM pages p WHERE p.website_id = $1::integer AND p.id = f.page_id
) t
ORDER BY rank DESC, bot_visits_rank DESC,
  CASE WHEN $18::text = 'path' AND $19::integer < 0 THEN t.path END COLLATE "C" DESC, t.path COLLATE "C"
LIMIT $22::bigint
