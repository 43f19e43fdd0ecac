-- Distinct pages that the AI bots of each operator visited over whole days, and how many pages of
-- the sitemap they read. A bot has read a page on a day when one of its visits was not spoofed,
-- and one was no error. Sets of digests know it as bits. A page that has no position among those
-- bits is in none of them.
-- Written by npm run statements.
-- $1 website, $2 grains of the digests to read, $3 buckets of these digests,
-- $4 the other days to read, $5 recent days (inclusive), $6 end of the recent days
WITH readers AS MATERIALIZED (
  SELECT id AS bot_id, provider, category FROM bots WHERE starts_with(category, 'ai_')
  UNION ALL
  SELECT d.id, b.provider, b.category FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_')
  UNION ALL
  SELECT id, provider, category FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_')
), sets AS MATERIALIZED (
  SELECT r.provider, s.part, bit_or(s.pages) AS pages,
    bit_or(CASE WHEN s.unread_pages IS NULL THEN s.pages ELSE s.pages & ~ s.unread_pages END) AS read
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  JOIN readers r USING (bot_id)
  GROUP BY r.provider, s.part
), days AS (
  SELECT bot_id, page_id, sum(visits) > sum(error_visits) AND sum(visits) > coalesce(sum(spoofed_visits), 0) AS is_read
  FROM (
    SELECT bot_id, page_id, day_of(bucket) AS day, visits, error_visits, spoofed_visits
    FROM pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($4::timestamptz[]) AND bot_id <> 0
    UNION ALL
    SELECT bot_id, page_id, day_of(bucket) AS day, visits, error_visits, spoofed_visits
    FROM pages_recent
    WHERE website_id = $1::integer AND bucket >= $5::timestamptz AND bucket < $6::timestamptz AND bot_id <> 0
  ) p
  GROUP BY bot_id, page_id, day
), pairs AS MATERIALIZED (
  SELECT r.provider, d.page_id, bool_or(d.is_read) AS is_read
  FROM days d JOIN readers r USING (bot_id)
  GROUP BY r.provider, d.page_id
), listed AS MATERIALIZED (
  SELECT unnest(paths) AS path, unnest(page_ids) AS page_id, unnest(positions) AS position
  FROM sitemaps
  WHERE website_id = $1::integer
), in_sitemap AS MATERIALIZED (
  SELECT page_id, position FROM listed WHERE position IS NOT NULL
  UNION ALL
  SELECT p.id, o.position
  FROM listed l JOIN pages p ON p.website_id = $1::integer AND p.path = l.path
    LEFT JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.id
  WHERE l.position IS NULL
), masks AS MATERIALIZED (
  SELECT position / 8192 AS part, bit_or(page_bit(position)) AS pages FROM in_sitemap WHERE position IS NOT NULL GROUP BY 1
), counted AS (
  SELECT s.provider, bit_count(s.pages) AS visited, bit_count(s.read & m.pages) AS read
  FROM sets s LEFT JOIN masks m USING (part)
  UNION ALL
  -- What the other days add to the bits.
  SELECT p.provider, count(*) FILTER (WHERE s.pages IS NULL OR get_bit(s.pages, o.position % 8192) = 0),
    count(*) FILTER (WHERE p.is_read AND l.page_id IS NOT NULL AND (s.read IS NULL OR get_bit(s.read, o.position % 8192) = 0))
  FROM pairs p LEFT JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.page_id
    LEFT JOIN sets s ON s.provider = p.provider AND s.part = o.position / 8192
    LEFT JOIN in_sitemap l ON l.page_id = p.page_id
  GROUP BY p.provider
)
SELECT provider, sum(visited)::bigint AS pages_visited, coalesce(sum(read), 0)::bigint AS sitemap_pages_read
FROM counted
GROUP BY provider
