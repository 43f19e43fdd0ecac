-- Pages by visits of some bots, in an order. Rows with equal values are ordered by these visits,
-- and path. The bots are not joined as a list: there may be thousands, and a plan for any
-- parameters takes them for a few. Only content: no static files, feeds and other files of
-- programs, and no pages that only security scanners asked for.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 positions of the pages that were added up before, $3 what they have of visits,
-- $4 what they have of verified_visits, $5 what they have of spoofed_visits,
-- $6 what they have of unverifiable_visits, $7 what they have of error_visits,
-- $8 what they have of ai_visits, $9 what they have of automation_visits,
-- $10 what they have of scanner_visits, $11 grains of the digests to read,
-- $12 buckets of these digests, $13 bots or null, $14 the other days to read,
-- $15 recent days (inclusive), $16 end of the recent days, $17 prefix of the path or null,
-- $18 the only page or null, $19 column of the order,
-- $20 1, or -1 if the order of this column is reversed,
-- $21 numbers of the row after which the list is read, or null, $22 its text, or null,
-- $23 limit or null
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
), scanners AS MATERIALIZED (
  SELECT id AS bot_id FROM bots WHERE category = 'security_scanner'
  UNION ALL
  SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
  WHERE coalesce(b.category, d.category) = 'security_scanner'
), counted AS (
  SELECT o.page_id, a.visits, a.verified_visits, a.spoofed_visits, a.unverifiable_visits, a.error_visits, a.ai_visits,
    a.automation_visits, a.scanner_visits
  FROM unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
      AS a (position, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits, ai_visits,
        automation_visits, scanner_visits)
    JOIN page_positions o ON o.website_id = $1::integer AND o.position = a.position
  UNION ALL
  SELECT page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits,
    CASE WHEN bot_id IN (SELECT bot_id FROM ai) THEN visits ELSE 0 END AS ai_visits,
    CASE WHEN bot_id = 6 THEN visits ELSE 0 END AS automation_visits, CASE WHEN bot_id IN (SELECT bot_id FROM scanners) THEN visits ELSE 0 END AS scanner_visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits, unnest(s.error_visits) AS error_visits
    FROM unnest($11::text[], $12::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    WHERE s.bot_id = ANY ($13::integer[])
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits
    FROM judged_pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($14::timestamptz[]) AND ($13::integer[] IS NULL OR bot_id IN (SELECT unnest($13::integer[])))
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits
    FROM judged_pages_recent
    WHERE website_id = $1::integer AND bucket >= $15::timestamptz AND bucket < $16::timestamptz AND ($13::integer[] IS NULL OR bot_id IN (SELECT unnest($13::integer[])))
  ) p
), summed AS (
  SELECT page_id, coalesce(sum(visits::float8), 0)::bigint AS bot_visits,
    coalesce(sum(ai_visits::float8), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(automation_visits::float8), 0)::bigint AS automation_visits, coalesce(sum(scanner_visits::float8), 0) AS scanner_visits
  FROM counted
  WHERE ($17::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $17::text)
  )) IS TRUE) AND ($18::bigint IS NULL OR page_id = $18::bigint)
  GROUP BY page_id
), ranked AS (
  SELECT *, CASE $19::text
      WHEN 'bot_visits' THEN bot_visits WHEN 'ai_bot_visits' THEN ai_bot_visits
        WHEN 'verified_visits' THEN verified_visits WHEN 'spoofed_visits' THEN spoofed_visits
        WHEN 'unverifiable_visits' THEN unverifiable_visits WHEN 'error_visits' THEN error_visits
        WHEN 'automation_visits' THEN automation_visits
      ELSE 0
    END * $20::integer AS rank,
    CASE $19::text WHEN 'path' THEN 0 ELSE bot_visits END AS bot_visits_rank
  FROM summed
  WHERE scanner_visits < bot_visits
), first AS (
  SELECT *
  FROM (
    -- OFFSET keeps the condition from being asked before the rows are in order.
    SELECT * FROM ranked
    WHERE $21::bigint[] IS NULL OR (rank, bot_visits_rank) < (($21::bigint[])[1], ($21::bigint[])[2])
      OR (rank, bot_visits_rank) = (($21::bigint[])[1], ($21::bigint[])[2]) AND (
        SELECT CASE WHEN $19::text = 'path' AND $20::integer < 0
          THEN p.path COLLATE "C" < $22::text ELSE p.path COLLATE "C" > $22::text END
        FROM pages p WHERE p.website_id = $1::integer AND p.id = ranked.page_id
      )
    ORDER BY rank DESC, bot_visits_rank DESC
    OFFSET 0
  ) sorted
  WHERE $19::text = 'path' OR (SELECT CASE
    WHEN (starts_with(p.path, '/.') OR starts_with(p.path, '/c') OR starts_with(p.path, '/C'))
      AND (lower(left(p.path, 9)) = '/cdn-cgi/' OR lower(left(p.path, 13)) = '/.well-known/') THEN false
    WHEN strpos(right(p.path, 13), '.') = 0 THEN lower(right(rtrim(p.path, '/'), 5)) NOT IN ('/feed', '/atom') AND lower(right(rtrim(p.path, '/'), 4)) <> '/rss'
    WHEN lower(substring(p.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('txt', 'xml', 'json', 'gz') THEN p.path !~* '\.(css|js|mjs|map|wasm|webmanifest|png|jpg|jpeg|gif|svg|webp|avif|ico|bmp|tif|tiff|woff|woff2|ttf|otf|eot|mp3|m4a|ogg|oga|wav|mp4|m4v|webm|mov|rss|atom|rdf)$|/(robots\.txt|ads\.txt|app-ads\.txt|humans\.txt|security\.txt|sellers\.json|manifest\.json|browserconfig\.xml|crossdomain\.xml|opensearch\.xml)$|^/(\.well-known|cdn-cgi)/|sitemap[^/]*\.(xml|txt)(\.gz)?$|/((feed|rss|atom)(/*|\.xml|\.json)|index\.xml)$'
    ELSE lower(substring(p.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('css', 'js', 'mjs', 'map', 'wasm', 'webmanifest', 'png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'bmp', 'tif', 'tiff', 'woff', 'woff2', 'ttf', 'otf', 'eot', 'mp3', 'm4a', 'ogg', 'oga', 'wav', 'mp4', 'm4v', 'webm', 'mov', 'rss', 'atom', 'rdf') IS NOT TRUE
  END FROM pages p WHERE p.website_id = $1::integer AND p.id = sorted.page_id)
  ORDER BY rank DESC, bot_visits_rank DESC
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST ($23::bigint) ROWS WITH TIES
)
SELECT t.path, f.bot_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits, f.unverifiable_visits,
  f.error_visits, f.automation_visits, 0 AS human_visits, 0 AS people_visits, 0 AS undecided_visits,
  0 AS not_judged_visits,
  ARRAY[rank, bot_visits_rank]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT p.path AS path FROM pages p WHERE p.website_id = $1::integer AND p.id = f.page_id
) t
WHERE $19::text <> 'path' OR CASE
  WHEN (starts_with(t.path, '/.') OR starts_with(t.path, '/c') OR starts_with(t.path, '/C'))
    AND (lower(left(t.path, 9)) = '/cdn-cgi/' OR lower(left(t.path, 13)) = '/.well-known/') THEN false
  WHEN strpos(right(t.path, 13), '.') = 0 THEN lower(right(rtrim(t.path, '/'), 5)) NOT IN ('/feed', '/atom') AND lower(right(rtrim(t.path, '/'), 4)) <> '/rss'
  WHEN lower(substring(t.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('txt', 'xml', 'json', 'gz') THEN t.path !~* '\.(css|js|mjs|map|wasm|webmanifest|png|jpg|jpeg|gif|svg|webp|avif|ico|bmp|tif|tiff|woff|woff2|ttf|otf|eot|mp3|m4a|ogg|oga|wav|mp4|m4v|webm|mov|rss|atom|rdf)$|/(robots\.txt|ads\.txt|app-ads\.txt|humans\.txt|security\.txt|sellers\.json|manifest\.json|browserconfig\.xml|crossdomain\.xml|opensearch\.xml)$|^/(\.well-known|cdn-cgi)/|sitemap[^/]*\.(xml|txt)(\.gz)?$|/((feed|rss|atom)(/*|\.xml|\.json)|index\.xml)$'
  ELSE lower(substring(t.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('css', 'js', 'mjs', 'map', 'wasm', 'webmanifest', 'png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'bmp', 'tif', 'tiff', 'woff', 'woff2', 'ttf', 'otf', 'eot', 'mp3', 'm4a', 'ogg', 'oga', 'wav', 'mp4', 'm4v', 'webm', 'mov', 'rss', 'atom', 'rdf') IS NOT TRUE
END
ORDER BY rank DESC, bot_visits_rank DESC,
  CASE WHEN $19::text = 'path' AND $20::integer < 0 THEN t.path END COLLATE "C" DESC, t.path COLLATE "C"
LIMIT $23::bigint
