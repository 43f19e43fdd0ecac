-- Visits and distinct paths by bot below a path, or of one page. What was added up before is of
-- these pages only.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots that were added up before,
-- $5 what they have of visits, $6 what they have of error_visits,
-- $7 what they have of verified_visits, $8 what they have of spoofed_visits,
-- $9 what they have of unverifiable_visits, $10 for each part of their pages its bot,
-- $11 its number, $12 its pages as bits, $13 grains of the digests to read,
-- $14 buckets of these digests, $15 bots or null, $16 the other days to read,
-- $17 recent days (inclusive), $18 end of the recent days, $19 prefix of the path or null,
-- $20 the only page or null, $21 limit or null
WITH names AS MATERIALIZED (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
), sums AS (
  SELECT coalesce(n.reported, a.bot_id) AS bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM (
    SELECT bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM unnest($4::integer[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
        AS a (bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits)
  ) a LEFT JOIN names n USING (bot_id)
), parts AS MATERIALIZED (
  SELECT coalesce(n.reported, a.bot_id) AS bot_id, part, bit_or(pages) AS pages
  FROM (
    SELECT bot_id, part, bits::bit(8192) AS pages
    FROM unnest($10::integer[], $11::integer[], $12::text[]) AS a (bot_id, part, bits)
  ) a LEFT JOIN names n USING (bot_id)
  GROUP BY 1, 2
), counted AS (
  SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
    unnest(s.error_visits) AS error_visits, unnest(s.verified_visits) AS verified_visits,
    unnest(s.spoofed_visits) AS spoofed_visits, unnest(s.unverifiable_visits) AS unverifiable_visits
  FROM unnest($13::text[], $14::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  WHERE ($15::integer[] IS NULL OR bot_id IN (SELECT unnest($15::integer[])))
  UNION ALL
  SELECT bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM judged_pages_daily
  WHERE website_id = $1::integer AND bucket = ANY ($16::timestamptz[]) AND bot_id <> 0 AND ($15::integer[] IS NULL OR bot_id IN (SELECT unnest($15::integer[])))
  UNION ALL
  SELECT bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits
  FROM judged_pages_recent
  WHERE website_id = $1::integer AND bucket >= $17::timestamptz AND bucket < $18::timestamptz AND bot_id <> 0 AND ($15::integer[] IS NULL OR bot_id IN (SELECT unnest($15::integer[])))
), below AS (
  SELECT coalesce(n.reported, c.bot_id) AS bot_id, page_id,
    sum(visits::float8) AS visits, sum(error_visits::float8) AS error_visits,
      sum(verified_visits::float8) AS verified_visits, sum(spoofed_visits::float8) AS spoofed_visits,
      sum(unverifiable_visits::float8) AS unverifiable_visits
  FROM counted c LEFT JOIN names n USING (bot_id)
  WHERE ($19::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $19::text)
  )) IS TRUE) AND ($20::bigint IS NULL OR page_id = $20::bigint)
  GROUP BY coalesce(n.reported, c.bot_id), page_id
), all_below AS (
  SELECT bot_id, 0 AS pages, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits FROM sums
  UNION ALL
  SELECT bot_id, bit_count(pages), 0, 0, 0, 0, 0 FROM parts
  UNION ALL
  SELECT below.bot_id, CASE WHEN parts.pages IS NULL OR get_bit(parts.pages, position % 8192) = 0 THEN 1 ELSE 0 END, below.visits, below.error_visits, below.verified_visits, below.spoofed_visits,
    below.unverifiable_visits
  FROM below LEFT JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = below.page_id
      LEFT JOIN parts ON parts.bot_id = below.bot_id AND parts.part = position / 8192
), bots_below AS (
  SELECT bot_id, sum(pages)::bigint AS pages_visited, coalesce(sum(visits::float8), 0)::bigint AS visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits
  FROM all_below
  GROUP BY bot_id
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, r.error_visits, r.verified_visits,
  r.spoofed_visits, r.unverifiable_visits, r.pages_visited, NULL AS first_seen, NULL AS last_seen
FROM bots_below r JOIN known_bots b ON b.id = r.bot_id
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $21::bigint
