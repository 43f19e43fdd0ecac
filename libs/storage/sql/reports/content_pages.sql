-- Pages by their visits, in an order. Rows with equal values are ordered by visits of bots, of
-- people, and path. Only content: no static files, feeds and other files of programs, and no pages
-- that only security scanners asked for.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 positions of the pages that were added up before, $3 what they have of bot_visits,
-- $4 what they have of human_visits, $5 what they have of ai_bot_visits,
-- $6 what they have of automation_visits, $7 what they have of verified_visits,
-- $8 what they have of spoofed_visits, $9 what they have of unverifiable_visits,
-- $10 what they have of error_visits, $11 what they have of people_visits,
-- $12 what they have of undecided_visits, $13 what they have of scanner_visits,
-- $14 grains of the digests to read, $15 buckets of these digests, $16 the other days to read,
-- $17 recent days (inclusive), $18 end of the recent days, $19 prefix of the path or null,
-- $20 the only page or null, $21 column of the order,
-- $22 1, or -1 if the order of this column is reversed,
-- $23 none for pages that no AI bot visited, some for the others, null for all,
-- $24 numbers of the row after which the list is read, or null, $25 its text, or null,
-- $26 limit or null
WITH scanners AS MATERIALIZED (
  SELECT id AS bot_id FROM bots WHERE category = 'security_scanner'
  UNION ALL
  SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
  WHERE coalesce(b.category, d.category) = 'security_scanner'
), counted AS (
  SELECT o.page_id, a.bot_visits, a.human_visits, a.ai_bot_visits, a.automation_visits, a.verified_visits,
    a.spoofed_visits, a.unverifiable_visits, a.error_visits, a.people_visits, a.undecided_visits,
    a.scanner_visits
  FROM unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
      AS a (position, bot_visits, human_visits, ai_bot_visits, automation_visits, verified_visits,
        spoofed_visits, unverifiable_visits, error_visits, people_visits, undecided_visits, scanner_visits)
    JOIN page_positions o ON o.website_id = $1::integer AND o.position = a.position
  UNION ALL
  SELECT unnest(d.page_ids) AS page_id, unnest(d.bot_visits) AS bot_visits,
    unnest(d.human_visits) AS human_visits, unnest(d.ai_bot_visits) AS ai_bot_visits,
    unnest(d.automation_visits) AS automation_visits, unnest(d.verified_visits) AS verified_visits,
    unnest(d.spoofed_visits) AS spoofed_visits, unnest(d.unverifiable_visits) AS unverifiable_visits,
    unnest(d.error_visits) AS error_visits, unnest(d.people_visits) AS people_visits,
    unnest(d.undecided_visits) AS undecided_visits, 0 AS scanner_visits
  FROM unnest($14::text[], $15::timestamptz[]) AS wanted (grain, bucket)
  JOIN page_digests d ON d.website_id = $1::integer AND d.grain = wanted.grain AND d.bucket = wanted.bucket
  UNION ALL
  SELECT page_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits
    FROM unnest($14::text[], $15::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    WHERE s.bot_id IN (SELECT bot_id FROM scanners)
  ) scanned
  UNION ALL
  SELECT page_id, CASE WHEN bot_id <> 0 THEN visits ELSE 0 END AS bot_visits,
    CASE WHEN bot_id = 0 THEN visits ELSE 0 END AS human_visits,
    CASE WHEN bot_id IN (SELECT bot_id FROM ai_bots) THEN visits ELSE 0 END AS ai_bot_visits,
    CASE WHEN bot_id = 6 THEN visits ELSE 0 END AS automation_visits, verified_visits, spoofed_visits,
    unverifiable_visits, error_visits, people_visits, undecided_visits, CASE WHEN bot_id IN (SELECT bot_id FROM scanners) THEN visits ELSE 0 END AS scanner_visits
  FROM (
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits,
      people_visits, undecided_visits
    FROM judged_pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($16::timestamptz[]) AND true
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits,
      people_visits, undecided_visits
    FROM judged_pages_recent
    WHERE website_id = $1::integer AND bucket >= $17::timestamptz AND bucket < $18::timestamptz AND true
  ) p
), summed AS (
  SELECT page_id, coalesce(sum(bot_visits::float8), 0)::bigint AS bot_visits,
    coalesce(sum(human_visits::float8), 0)::bigint AS human_visits,
    coalesce(sum(ai_bot_visits::float8), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    coalesce(sum(automation_visits::float8), 0)::bigint AS automation_visits,
    (coalesce(sum(human_visits::float8), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits, coalesce(sum(scanner_visits::float8), 0) AS scanner_visits
  FROM counted
  WHERE ($19::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $19::text)
  )) IS TRUE) AND ($20::bigint IS NULL OR page_id = $20::bigint)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $21::text
      WHEN 'bot_visits' THEN bot_visits WHEN 'human_visits' THEN human_visits
        WHEN 'ai_bot_visits' THEN ai_bot_visits WHEN 'verified_visits' THEN verified_visits
        WHEN 'spoofed_visits' THEN spoofed_visits WHEN 'unverifiable_visits' THEN unverifiable_visits
        WHEN 'error_visits' THEN error_visits WHEN 'people_visits' THEN people_visits
        WHEN 'undecided_visits' THEN undecided_visits WHEN 'automation_visits' THEN automation_visits
        WHEN 'not_judged_visits' THEN not_judged_visits
      ELSE 0
    END * $22::integer AS rank,
    CASE $21::text WHEN 'path' THEN 0 ELSE bot_visits END AS bot_visits_rank,
      CASE $21::text WHEN 'path' THEN 0 ELSE human_visits END AS human_visits_rank
  FROM summed
  WHERE CASE $23::text WHEN 'none' THEN ai_bot_visits = 0 WHEN 'some' THEN ai_bot_visits > 0 ELSE true END AND scanner_visits < bot_visits + human_visits
    AND ($23::text IS DISTINCT FROM 'none' OR error_visits < bot_visits + human_visits)
), first AS (
  SELECT *
  FROM (
    -- OFFSET keeps the condition from being asked before the rows are in order.
    SELECT * FROM ranked
    WHERE $24::bigint[] IS NULL OR (rank, bot_visits_rank, human_visits_rank) < (($24::bigint[])[1], ($24::bigint[])[2], ($24::bigint[])[3])
      OR (rank, bot_visits_rank, human_visits_rank) = (($24::bigint[])[1], ($24::bigint[])[2], ($24::bigint[])[3]) AND (
        SELECT CASE WHEN $21::text = 'path' AND $22::integer < 0
          THEN p.path COLLATE "C" < $25::text ELSE p.path COLLATE "C" > $25::text END
        FROM pages p WHERE p.website_id = $1::integer AND p.id = ranked.page_id
      )
    ORDER BY rank DESC, bot_visits_rank DESC, human_visits_rank DESC
    OFFSET 0
  ) sorted
  WHERE $21::text = 'path' OR (SELECT CASE
    WHEN (starts_with(p.path, '/.') OR starts_with(p.path, '/c') OR starts_with(p.path, '/C'))
      AND (lower(left(p.path, 9)) = '/cdn-cgi/' OR lower(left(p.path, 13)) = '/.well-known/') THEN false
    WHEN strpos(right(p.path, 13), '.') = 0 THEN lower(right(rtrim(p.path, '/'), 5)) NOT IN ('/feed', '/atom') AND lower(right(rtrim(p.path, '/'), 4)) <> '/rss'
    WHEN lower(substring(p.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('txt', 'xml', 'json', 'gz') THEN p.path !~* '\.(css|js|mjs|map|wasm|webmanifest|png|jpg|jpeg|gif|svg|webp|avif|ico|bmp|tif|tiff|woff|woff2|ttf|otf|eot|mp3|m4a|ogg|oga|wav|mp4|m4v|webm|mov|rss|atom|rdf)$|/(robots\.txt|ads\.txt|app-ads\.txt|humans\.txt|security\.txt|sellers\.json|manifest\.json|browserconfig\.xml|crossdomain\.xml|opensearch\.xml)$|^/(\.well-known|cdn-cgi)/|sitemap[^/]*\.(xml|txt)(\.gz)?$|/((feed|rss|atom)(/*|\.xml|\.json)|index\.xml)$'
    ELSE lower(substring(p.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('css', 'js', 'mjs', 'map', 'wasm', 'webmanifest', 'png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'bmp', 'tif', 'tiff', 'woff', 'woff2', 'ttf', 'otf', 'eot', 'mp3', 'm4a', 'ogg', 'oga', 'wav', 'mp4', 'm4v', 'webm', 'mov', 'rss', 'atom', 'rdf') IS NOT TRUE
  END FROM pages p WHERE p.website_id = $1::integer AND p.id = sorted.page_id)
  ORDER BY rank DESC, bot_visits_rank DESC, human_visits_rank DESC
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST ($26::bigint) ROWS WITH TIES
)
SELECT t.path, f.bot_visits, f.human_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits,
  f.unverifiable_visits, f.error_visits, f.people_visits, f.undecided_visits, f.automation_visits,
  f.not_judged_visits,
  ARRAY[rank, bot_visits_rank, human_visits_rank]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT p.path AS path FROM pages p WHERE p.website_id = $1::integer AND p.id = f.page_id
) t
WHERE $21::text <> 'path' OR CASE
  WHEN (starts_with(t.path, '/.') OR starts_with(t.path, '/c') OR starts_with(t.path, '/C'))
    AND (lower(left(t.path, 9)) = '/cdn-cgi/' OR lower(left(t.path, 13)) = '/.well-known/') THEN false
  WHEN strpos(right(t.path, 13), '.') = 0 THEN lower(right(rtrim(t.path, '/'), 5)) NOT IN ('/feed', '/atom') AND lower(right(rtrim(t.path, '/'), 4)) <> '/rss'
  WHEN lower(substring(t.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('txt', 'xml', 'json', 'gz') THEN t.path !~* '\.(css|js|mjs|map|wasm|webmanifest|png|jpg|jpeg|gif|svg|webp|avif|ico|bmp|tif|tiff|woff|woff2|ttf|otf|eot|mp3|m4a|ogg|oga|wav|mp4|m4v|webm|mov|rss|atom|rdf)$|/(robots\.txt|ads\.txt|app-ads\.txt|humans\.txt|security\.txt|sellers\.json|manifest\.json|browserconfig\.xml|crossdomain\.xml|opensearch\.xml)$|^/(\.well-known|cdn-cgi)/|sitemap[^/]*\.(xml|txt)(\.gz)?$|/((feed|rss|atom)(/*|\.xml|\.json)|index\.xml)$'
  ELSE lower(substring(t.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('css', 'js', 'mjs', 'map', 'wasm', 'webmanifest', 'png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'bmp', 'tif', 'tiff', 'woff', 'woff2', 'ttf', 'otf', 'eot', 'mp3', 'm4a', 'ogg', 'oga', 'wav', 'mp4', 'm4v', 'webm', 'mov', 'rss', 'atom', 'rdf') IS NOT TRUE
END
ORDER BY rank DESC, bot_visits_rank DESC, human_visits_rank DESC,
  CASE WHEN $21::text = 'path' AND $22::integer < 0 THEN t.path END COLLATE "C" DESC, t.path COLLATE "C"
LIMIT $26::bigint
