-- Which of the wanted pages AI bots read, and a part of the list of these pages, by visits of
-- people and path. One row: `totals`, `readers` by category and by bot, and `pages`.
--
-- A bot has read a page on a day when one of its visits was not spoofed, and one was no error. Sets
-- of digests know it as bits. A page that has no position among those bits is in none of them.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 bots or null for all AI bots,
-- $8 the pages that are wanted: sitemap, or visited for those that people read, $9 at most so many,
-- $10 prefix of the path or null, $11 pattern of the paths that are no content,
-- $12 what is listed: all, read, never_read or errors, $13 limit,
-- $14 and $15 visits of people and path of the place after which the list is read, or null,
-- $16 extensions of files that are no content
WITH chosen AS MATERIALIZED (
  SELECT bot_id, reported, category
  FROM (
    SELECT id AS bot_id, id AS reported, category FROM bots
    UNION ALL
    SELECT d.id, b.id, b.category FROM declared_bots d JOIN bots b ON b.id = d.bot_id
    UNION ALL
    SELECT id, id, category FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_')
  ) b
  WHERE starts_with(category, 'ai_') AND ($7::integer[] IS NULL OR bot_id = ANY ($7))
), days AS MATERIALIZED (
  SELECT bot_id, page_id, sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    sum(visits) > sum(error_visits) AND sum(visits) > coalesce(sum(spoofed_visits), 0) AS is_read
  FROM (
    SELECT bot_id, page_id, bucket AS day, visits, error_visits, spoofed_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[])
    UNION ALL
    SELECT bot_id, page_id, day_of(bucket), visits, error_visits, spoofed_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $5 AND bucket < $6
  ) p
  WHERE bot_id = 0 OR bot_id IN (SELECT bot_id FROM chosen)
  GROUP BY bot_id, page_id, day
), people AS MATERIALIZED (
  SELECT page_id, sum(visits::float8) AS visits, sum(errors::float8) AS errors
  FROM (
    SELECT unnest(d.page_ids) AS page_id, unnest(d.human_visits) AS visits,
      unnest(CASE WHEN $8 = 'visited' THEN d.human_error_visits END) AS errors
    FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
    JOIN page_digests d ON d.website_id = $1 AND d.grain = wanted.grain AND d.bucket = wanted.bucket
    UNION ALL
    -- Not WHERE: the planner would expect so few rows that it sorts them.
    SELECT page_id, CASE WHEN bot_id = 0 THEN visits END, CASE WHEN bot_id = 0 THEN error_visits END FROM days
  ) counted
  GROUP BY page_id
), in_sitemap AS MATERIALIZED (
  SELECT unnest(paths) AS path, unnest(page_ids) AS page_id, unnest(positions) AS position
  FROM sitemaps
  WHERE website_id = $1 AND $8 = 'sitemap'
), most_visited AS (
  SELECT p.path, v.page_id
  FROM people v JOIN pages p ON p.website_id = $1 AND p.id = v.page_id
  WHERE $8 = 'visited' AND v.visits > coalesce(v.errors, 0) AND ($10::text IS NULL OR starts_with(p.path, $10))
    -- As in statements/content-paths.ts: to ask the pattern of every path would take too long.
    AND CASE
      WHEN (starts_with(p.path, '/.') OR starts_with(p.path, '/c') OR starts_with(p.path, '/C'))
        AND (lower(left(p.path, 9)) = '/cdn-cgi/' OR lower(left(p.path, 13)) = '/.well-known/') THEN false
      WHEN strpos(right(p.path, 13), '.') = 0 THEN lower(right(rtrim(p.path, '/'), 5)) NOT IN ('/feed', '/atom')
        AND lower(right(rtrim(p.path, '/'), 4)) <> '/rss'
      WHEN lower(substring(p.path FROM '\.([0-9A-Za-z]{1,12})$')) IN ('txt', 'xml', 'json', 'gz') THEN p.path !~* $11
      ELSE lower(substring(p.path FROM '\.([0-9A-Za-z]{1,12})$')) = ANY ($16::text[]) IS NOT TRUE
    END
  ORDER BY v.visits DESC, v.page_id
  LIMIT $9
), wanted AS MATERIALIZED (
  SELECT w.path, w.page_id, w.position / 8192 AS part, w.position % 8192 AS place, coalesce(v.visits, 0) AS human_visits
  FROM (
    SELECT path, page_id, position FROM in_sitemap WHERE position IS NOT NULL
    UNION ALL
    SELECT l.path, p.id, o.position
    FROM in_sitemap l LEFT JOIN pages p ON p.website_id = $1 AND p.path = l.path
      LEFT JOIN page_positions o ON o.website_id = $1 AND o.page_id = p.id
    WHERE l.position IS NULL
    UNION ALL
    SELECT v.path, v.page_id, o.position
    FROM most_visited v LEFT JOIN page_positions o ON o.website_id = $1 AND o.page_id = v.page_id
  ) w LEFT JOIN people v USING (page_id)
  WHERE $10::text IS NULL OR starts_with(w.path, $10)
), masks AS MATERIALIZED (
  SELECT part, bit_or(page_bit(place)) AS pages FROM wanted WHERE part IS NOT NULL GROUP BY part
), sets AS MATERIALIZED (
  SELECT c.reported AS bot_id, c.category, s.part, bit_or(s.pages) & m.pages AS asked,
    bit_or(CASE WHEN s.unread_pages IS NULL THEN s.pages ELSE s.pages & ~ s.unread_pages END) & m.pages AS read,
    bit_or(s.error_pages) & m.pages AS errors
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  JOIN chosen c USING (bot_id)
  JOIN masks m USING (part)
  GROUP BY c.reported, c.category, s.part, m.pages
), pairs AS MATERIALIZED (
  -- The same of the other days, by page.
  SELECT c.reported AS bot_id, c.category, w.page_id, w.part, w.place, bool_or(d.is_read) AS is_read, sum(d.visits::float8) AS visits,
    sum(d.error_visits::float8) AS errors
  FROM days d JOIN chosen c USING (bot_id) JOIN wanted w USING (page_id)
  GROUP BY c.reported, c.category, w.page_id, w.part, w.place
), bits AS MATERIALIZED (
  SELECT 'bot' AS kind, bot_id::text AS name, part, read FROM sets
  UNION ALL
  SELECT 'category', category, part, bit_or(read) FROM sets GROUP BY category, part
), read_more AS (
  -- What the other days add to the bits.
  SELECT kind, name, count(*) AS pages
  FROM (
    SELECT 'bot' AS kind, bot_id::text AS name, page_id, part, place FROM pairs WHERE is_read
    UNION
    SELECT 'category', category, page_id, part, place FROM pairs WHERE is_read
  ) p LEFT JOIN bits b USING (kind, name, part)
  WHERE b.read IS NULL OR get_bit(b.read, p.place) = 0
  GROUP BY kind, name
), readers AS (
  SELECT kind, name, sum(pages)::float8 AS pages
  FROM (SELECT kind, name, bit_count(read) AS pages FROM bits UNION ALL SELECT kind, name, pages FROM read_more) r
  GROUP BY kind, name
  HAVING sum(pages) > 0
), of_any AS MATERIALIZED (
  SELECT part, bit_or(read) AS read, bit_or(asked) AS asked, coalesce(bit_or(errors), 0::bit(8192)) AS errors FROM sets GROUP BY part
), other_days AS MATERIALIZED (
  SELECT p.*, coalesce(get_bit(a.read, place), 0) = 1 AS in_read, coalesce(get_bit(a.asked & ~ a.read, place), 0) = 1 AS in_asked,
    coalesce(get_bit(a.errors, place), 0) = 1 AS in_errors
  FROM (
    SELECT page_id, part, place, bool_or(is_read) AS is_read, sum(errors) > 0 AS has_errors FROM pairs GROUP BY page_id, part, place
  ) p LEFT JOIN of_any a USING (part)
), marked AS (
  SELECT w.*, bits & 1 > 0 OR coalesce(o.is_read, false) AS is_read, bits & 2 > 0 OR coalesce(o.has_errors, false) AS has_errors
  FROM (
    -- A join would carry all bits of a part along with each of its pages.
    SELECT *, CASE WHEN $12 <> 'all' THEN coalesce((
      SELECT get_bit(a.read, w.place) + 2 * get_bit(a.errors, w.place) FROM of_any a WHERE a.part = w.part
    ), 0) END AS bits
    FROM wanted w
    -- Without it, the bits would be looked up once more for each column made of them.
    OFFSET 0
  ) w LEFT JOIN other_days o USING (page_id)
), listed AS MATERIALIZED (
  SELECT *
  FROM marked
  WHERE CASE $12 WHEN 'read' THEN is_read WHEN 'never_read' THEN NOT is_read WHEN 'errors' THEN has_errors ELSE true END
    AND ($14::float8 IS NULL OR human_visits < $14 OR human_visits = $14 AND path COLLATE "C" > $15)
  ORDER BY human_visits DESC, path COLLATE "C"
  LIMIT $13
), flat AS MATERIALIZED (
  -- Arrays that are taken out of their rows once, because a page is looked up in them many times.
  SELECT NULL::integer AS part, page_ids || '{}' AS page_ids, ai_bot_visits || '{}' AS visits, ai_error_visits || '{}' AS errors
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN page_digests d ON d.website_id = $1 AND d.grain = wanted.grain AND d.bucket = wanted.bucket
  WHERE $7::integer[] IS NULL
  UNION ALL
  SELECT s.part, s.page_ids || '{}', s.visits || '{}', s.error_visits || '{}'
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  WHERE $7::integer[] IS NOT NULL AND s.bot_id IN (SELECT bot_id FROM chosen) AND s.part IN (SELECT part FROM listed)
), visits_of_listed AS (
  SELECT page_id, sum(visits::float8) AS visits, sum(errors::float8) AS errors
  FROM (
    SELECT l.page_id, visits[width_bucket(l.page_id, page_ids)] AS visits, errors[width_bucket(l.page_id, page_ids)] AS errors
    FROM flat f JOIN listed l ON f.part IS NULL OR f.part = l.part
    -- Page ids are in order.
    WHERE page_ids[width_bucket(l.page_id, page_ids)] = l.page_id
    UNION ALL
    SELECT page_id, p.visits, p.errors FROM listed l JOIN pairs p USING (page_id)
  ) v
  GROUP BY page_id
), readers_of_listed AS (
  SELECT page_id, count(DISTINCT bot_id) AS bots, array_agg(DISTINCT category) AS categories
  FROM (
    SELECT l.page_id, s.bot_id, s.category FROM listed l JOIN sets s USING (part) WHERE get_bit(s.read, l.place) = 1
    UNION ALL
    SELECT page_id, p.bot_id, p.category FROM listed l JOIN pairs p USING (page_id) WHERE p.is_read
  ) r
  GROUP BY page_id
)
SELECT (
    -- What the bits say, and what the other days add to it.
    SELECT json_build_object('pages', (SELECT count(*) FROM wanted), 'read', a.read + o.read,
      'asked_not_read', a.asked + o.asked, 'with_errors', a.errors + o.errors)
    FROM (
      SELECT coalesce(sum(bit_count(read)), 0) AS read, coalesce(sum(bit_count(asked & ~ read)), 0) AS asked,
        coalesce(sum(bit_count(errors)), 0) AS errors
      FROM of_any
    ) a, (
      SELECT count(*) FILTER (WHERE is_read AND NOT in_read) AS read,
        count(*) FILTER (WHERE NOT is_read AND NOT in_read AND NOT in_asked) - count(*) FILTER (WHERE is_read AND in_asked) AS asked,
        count(*) FILTER (WHERE has_errors AND NOT in_errors) AS errors
      FROM other_days
    ) o
  ) AS totals, (
    SELECT coalesce(json_agg(json_build_object('category', name, 'pages', pages)), '[]') FROM readers WHERE kind = 'category'
  ) AS categories, (
    SELECT coalesce(json_agg(json_build_object('name', b.name, 'provider', b.provider, 'category', b.category, 'pages', r.pages)
      ORDER BY r.pages DESC, b.name COLLATE "C"), '[]')
    FROM readers r JOIN known_bots b ON b.id = r.name::integer WHERE r.kind = 'bot'
  ) AS bots, (
    SELECT coalesce(json_agg(json_build_object('id', l.page_id, 'path', l.path, 'human_visits', l.human_visits,
      'ai_bot_visits', coalesce(v.visits, 0), 'error_visits', coalesce(v.errors, 0), 'read_by', coalesce(r.bots, 0),
      'categories', coalesce(r.categories, '{}')) ORDER BY l.human_visits DESC, l.path COLLATE "C"), '[]')
    FROM listed l LEFT JOIN visits_of_listed v USING (page_id) LEFT JOIN readers_of_listed r USING (page_id)
  ) AS pages
