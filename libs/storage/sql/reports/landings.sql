-- Pages to which AI assistants sent somebody, or which they read for an answer, beside what other
-- AI bots read of them, over whole days, in an order. Rows with equal values are ordered by visits
-- that were sent, by reads for answers, and path. Reads are visits that were not found spoofed.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 operator of the bots or null, $3 grains of the digests to read,
-- $4 buckets of these digests, $5 the other days to read, $6 recent days (inclusive),
-- $7 end of the recent days, $8 positions of the pages that were added up before,
-- $9 what they have of sent_visits, $10 what they have of people_visits,
-- $11 what they have of undecided_visits, $12 what they have of crawled_visits,
-- $13 what they have of answered_visits, $14 days that were not added up before,
-- $15 assistants that sent somebody or null, $16 prefix of the path or null,
-- $17 the only page or null, $18 column of the order,
-- $19 1, or -1 if the order of this column is reversed,
-- $20 numbers of the row after which the list is read, or null, $21 its text, or null,
-- $22 limit or null
WITH readers AS MATERIALIZED (
  SELECT bot_id, category IN ('ai_assistant', 'ai_agent') AS answers
  FROM (
    SELECT id AS bot_id, provider, category FROM bots WHERE starts_with(category, 'ai_')
    UNION ALL
    SELECT d.id, b.provider, b.category FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_')
    UNION ALL
    SELECT id, provider, category FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_')
  ) ai
  WHERE $2::text IS NULL OR provider = $2::text
), reads AS (
  SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
    unnest(s.spoofed_visits) AS spoofed_visits
  FROM unnest($3::text[], $4::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  WHERE s.bot_id IN (SELECT bot_id FROM readers)
  UNION ALL
  SELECT bot_id, page_id, visits, spoofed_visits
  FROM pages_daily
  WHERE website_id = $1::integer AND bucket = ANY ($5::timestamptz[]) AND bot_id IN (SELECT bot_id FROM readers)
  UNION ALL
  SELECT bot_id, page_id, visits, spoofed_visits
  FROM pages_recent
  WHERE website_id = $1::integer AND bucket >= $6::timestamptz AND bucket < $7::timestamptz AND bot_id IN (SELECT bot_id FROM readers)
), counted AS (
  SELECT o.page_id, a.sent_visits, a.people_visits, a.undecided_visits, a.crawled_visits, a.answered_visits
  FROM unnest($8::integer[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
      AS a (position, sent_visits, people_visits, undecided_visits, crawled_visits, answered_visits)
    JOIN page_positions o ON o.website_id = $1::integer AND o.position = a.position
  UNION ALL
  SELECT page_id, visits::float8 AS sent_visits, people_visits, undecided_visits, 0 AS crawled_visits, 0 AS answered_visits
  FROM (
    SELECT page_id, visits, people_visits, undecided_visits
    FROM judged_landings_daily
    WHERE website_id = $1::integer AND bucket = ANY ($14::timestamptz[]) AND ($15::text[] IS NULL OR referral_source = ANY ($15::text[]))
  ) sent
  UNION ALL
  SELECT page_id, 0, NULL, NULL,
    CASE WHEN NOT bot_id IN (SELECT bot_id FROM readers WHERE answers) THEN visits::float8 - coalesce(spoofed_visits, 0) ELSE 0 END AS crawled_visits,
    CASE WHEN bot_id IN (SELECT bot_id FROM readers WHERE answers) THEN visits::float8 - coalesce(spoofed_visits, 0) ELSE 0 END AS answered_visits
  FROM reads
), summed AS (
  SELECT page_id, coalesce(sum(sent_visits::float8), 0)::bigint AS sent_visits,
    coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    (coalesce(sum(sent_visits::float8), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits,
    coalesce(sum(crawled_visits::float8), 0)::bigint AS crawled_visits,
    coalesce(sum(answered_visits::float8), 0)::bigint AS answered_visits
  FROM counted
  WHERE ($16::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $16::text)
  )) IS TRUE) AND ($17::bigint IS NULL OR page_id = $17::bigint)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $18::text
      WHEN 'sent_visits' THEN sent_visits WHEN 'people_visits' THEN people_visits
        WHEN 'undecided_visits' THEN undecided_visits WHEN 'not_judged_visits' THEN not_judged_visits
        WHEN 'crawled_visits' THEN crawled_visits WHEN 'answered_visits' THEN answered_visits
      ELSE 0
    END * $19::integer AS rank,
    CASE $18::text WHEN 'path' THEN 0 ELSE sent_visits END AS sent_visits_rank,
      CASE $18::text WHEN 'path' THEN 0 ELSE answered_visits END AS answered_visits_rank
  FROM summed
  WHERE sent_visits > 0 OR answered_visits > 0
), first AS (
  SELECT *
  FROM ranked
  WHERE $20::bigint[] IS NULL OR (rank, sent_visits_rank, answered_visits_rank) < (($20::bigint[])[1], ($20::bigint[])[2], ($20::bigint[])[3])
    OR (rank, sent_visits_rank, answered_visits_rank) = (($20::bigint[])[1], ($20::bigint[])[2], ($20::bigint[])[3]) AND (
      SELECT CASE WHEN $18::text = 'path' AND $19::integer < 0
        THEN p.path COLLATE "C" < $21::text ELSE p.path COLLATE "C" > $21::text END
      FROM pages p WHERE p.website_id = $1::integer AND p.id = ranked.page_id
    )
  ORDER BY rank DESC, sent_visits_rank DESC, answered_visits_rank DESC
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST ($22::bigint) ROWS WITH TIES
)
SELECT t.path, f.sent_visits, f.people_visits, f.undecided_visits, f.not_judged_visits, f.crawled_visits,
  f.answered_visits,
  ARRAY[rank, sent_visits_rank, answered_visits_rank]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT p.path AS path FROM pages p WHERE p.website_id = $1::integer AND p.id = f.page_id
) t
ORDER BY rank DESC, sent_visits_rank DESC, answered_visits_rank DESC,
  CASE WHEN $18::text = 'path' AND $19::integer < 0 THEN t.path END COLLATE "C" DESC, t.path COLLATE "C"
LIMIT $22::bigint
