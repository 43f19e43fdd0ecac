-- Visits of some bots with one verification to each of some pages.
-- Written by npm run statements.
-- $1 website, $2 paths, $3 verification or null, $4 grains of the digests to read,
-- $5 buckets of these digests, $6 bots or null, $7 the other days to read,
-- $8 recent days (inclusive), $9 end of the recent days
WITH chosen AS MATERIALIZED (
  SELECT p.id AS page_id, p.path, o.position / 8192 AS part
  FROM pages p LEFT JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.id
  WHERE p.website_id = $1::integer AND p.path = ANY ($2::text[])
), parts AS MATERIALIZED (
  SELECT part, array_agg(page_id) AS wanted_ids FROM chosen GROUP BY part
), counted AS (
  SELECT bot_id, page_id, visits_with($3::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits
  FROM (
    SELECT bot_id, page_id, visits[at] AS visits, verified_visits[at] AS verified_visits,
      spoofed_visits[at] AS spoofed_visits, unverifiable_visits[at] AS unverifiable_visits
    FROM (
      SELECT bot_id, wanted_ids AS wanted_ids, page_ids || '{}' AS page_ids, visits || '{}' AS visits,
        verified_visits || '{}' AS verified_visits, spoofed_visits || '{}' AS spoofed_visits,
        unverifiable_visits || '{}' AS unverifiable_visits
      FROM unnest($4::text[], $5::timestamptz[]) AS wanted (grain, bucket)
      JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
      JOIN parts USING (part)
      WHERE s.bot_id = ANY ($6::integer[]) AND NOT s.bot_id = 6 AND ($3::text = 'not_checked' OR CASE $3::text
        WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
      END IS NOT NULL)
      -- Without it, the arrays would be taken out anew for each page.
      OFFSET 0
    ) f CROSS JOIN LATERAL (
      SELECT page_id, width_bucket(page_id, f.page_ids) AS at FROM unnest(f.wanted_ids) AS page_id OFFSET 0
    ) found
    WHERE page_ids[at] = page_id
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($7::timestamptz[]) AND bot_id = ANY ($6::integer[]) AND page_id IN (SELECT page_id FROM chosen)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_recent
    WHERE website_id = $1::integer AND bucket >= $8::timestamptz AND bucket < $9::timestamptz AND bot_id = ANY ($6::integer[]) AND page_id IN (SELECT page_id FROM chosen)
  ) p
)
SELECT c.path, coalesce(sum(visits::float8), 0)::bigint AS bot_visits,
  coalesce(sum(visits::float8) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits
FROM counted JOIN chosen c USING (page_id)
GROUP BY c.path
