-- Visits with one verification and their distinct paths, by bot, over whole days. Errors and times
-- are not counted by verification.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots that were added up before,
-- $5 what they have of visits, $6 what they have of error_visits,
-- $7 what they have of verified_visits, $8 what they have of spoofed_visits,
-- $9 what they have of unverifiable_visits, $10 for each part of their pages its bot,
-- $11 its number, $12 its pages as bits, $13 verification or null,
-- $14 grains of the digests to read, $15 buckets of these digests, $16 bots or null,
-- $17 the other days to read, $18 recent days (inclusive), $19 end of the recent days,
-- $20 prefix of the path or null, $21 the only page or null, $22 limit or null
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
), counted_pages AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT bot_id, page_id, visits_with($13::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($14::text[], $15::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    WHERE s.bot_id = ANY ($16::integer[]) AND NOT s.bot_id = 6 AND ($13::text = 'not_checked' OR CASE $13::text
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($17::timestamptz[]) AND ($16::integer[] IS NULL OR bot_id IN (SELECT unnest($16::integer[])))
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_recent
    WHERE website_id = $1::integer AND bucket >= $18::timestamptz AND bucket < $19::timestamptz AND ($16::integer[] IS NULL OR bot_id IN (SELECT unnest($16::integer[])))
  ) p
), paged AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, v.page_id, v.visits
  FROM counted_pages v LEFT JOIN names n ON n.bot_id = v.bot_id
), pages_elsewhere AS (
  SELECT bot_id, page_id, sum(visits) AS visits
  FROM paged
  WHERE visits > 0 AND ($20::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $20::text)
  )) IS TRUE) AND ($21::bigint IS NULL OR page_id = $21::bigint)
  GROUP BY bot_id, page_id
), pages_of_bots AS (
  SELECT bot_id, sum(visits)::bigint AS visits, sum(pages)::bigint AS pages_visited
  FROM (
    SELECT bot_id, visits, 0 AS pages FROM sums
    UNION ALL
    SELECT bot_id, 0, bit_count(pages) FROM parts
    UNION ALL
    SELECT e.bot_id, visits, CASE WHEN parts.pages IS NULL OR get_bit(parts.pages, position % 8192) = 0 THEN 1 ELSE 0 END
    FROM pages_elsewhere e LEFT JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = e.page_id
        LEFT JOIN parts ON parts.bot_id = e.bot_id AND parts.part = position / 8192
  ) p
  GROUP BY bot_id
), traffic AS (
  -- Visits beyond the bound on distinct paths have no page.
  SELECT coalesce(n.reported, t.bot_id) AS bot_id, sum(visits_with($13::text, visits, verified_visits, spoofed_visits, unverifiable_visits)::float8)::bigint AS visits
  FROM (
    SELECT bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM traffic_daily
    WHERE website_id = $1::integer AND ($16::integer[] IS NULL OR bot_id IN (SELECT unnest($16::integer[]))) AND $20::text IS NULL AND $21::bigint IS NULL AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) t LEFT JOIN names n USING (bot_id)
  GROUP BY coalesce(n.reported, t.bot_id)
), counted AS (
  SELECT bot_id, CASE WHEN $20::text IS NULL AND $21::bigint IS NULL THEN t.visits ELSE p.visits END AS visits,
    coalesce(pages_visited, 0) AS pages_visited
  FROM traffic t FULL JOIN pages_of_bots p USING (bot_id)
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, r.pages_visited, NULL AS error_visits,
  NULL AS first_seen, NULL AS last_seen
FROM counted r JOIN known_bots b ON b.id = r.bot_id AND r.visits > 0
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $22::bigint
