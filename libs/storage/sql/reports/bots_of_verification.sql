-- Visits with one verification and their distinct paths, by bot, over whole days. Errors and times
-- are not counted by verification.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 verification or null,
-- $5 grains of the digests to read, $6 buckets of these digests, $7 bots or null,
-- $8 the other days to read, $9 recent days (inclusive), $10 end of the recent days,
-- $11 prefix of the path or null, $12 the only page or null, $13 limit or null
WITH names AS MATERIALIZED (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
), counted_pages AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT bot_id, page_id, visits_with($4::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($5::text[], $6::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1::integer AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    WHERE s.bot_id = ANY ($7::integer[]) AND NOT s.bot_id = 6 AND ($4::text = 'not_checked' OR CASE $4::text
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($8::timestamptz[]) AND bot_id = ANY ($7::integer[])
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM pages_recent
    WHERE website_id = $1::integer AND bucket >= $9::timestamptz AND bucket < $10::timestamptz AND bot_id = ANY ($7::integer[])
  ) p
), paged AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, v.page_id, v.visits
  FROM counted_pages v LEFT JOIN names n ON n.bot_id = v.bot_id
), pages_of_bots AS (
  SELECT bot_id, sum(visits)::bigint AS visits, count(DISTINCT page_id) AS pages_visited
  FROM paged
  WHERE visits > 0 AND ($11::text IS NULL OR (page_id IN (
    SELECT id FROM pages WHERE website_id = $1::integer AND starts_with(path, $11::text)
  )) IS TRUE) AND ($12::bigint IS NULL OR page_id = $12::bigint)
  GROUP BY bot_id
), traffic AS (
  -- Visits beyond the bound on distinct paths have no page.
  SELECT coalesce(n.reported, t.bot_id) AS bot_id, sum(visits_with($4::text, visits, verified_visits, spoofed_visits, unverifiable_visits))::bigint AS visits
  FROM (
    SELECT bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits
    FROM traffic_daily
    WHERE website_id = $1::integer AND bot_id = ANY ($7::integer[]) AND $11::text IS NULL AND $12::bigint IS NULL AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) t LEFT JOIN names n USING (bot_id)
  GROUP BY coalesce(n.reported, t.bot_id)
), counted AS (
  SELECT bot_id, CASE WHEN $11::text IS NULL AND $12::bigint IS NULL THEN t.visits ELSE p.visits END AS visits,
    coalesce(pages_visited, 0) AS pages_visited
  FROM traffic t FULL JOIN pages_of_bots p USING (bot_id)
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, r.pages_visited, NULL AS error_visits,
  NULL AS first_seen, NULL AS last_seen
FROM counted r JOIN known_bots b ON b.id = r.bot_id AND r.visits > 0
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $13::bigint
