-- Top pages by visits of some bots with one verification.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 limit, $8 prefix of the path or null,
-- $9 bots, $10 verification
WITH counted AS (
  SELECT p.page_id, visits_with($10, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits,
    starts_with(b.category, 'ai_') AS ai
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    -- Most sets have no array of the verification.
    WHERE s.bot_id = ANY ($9::integer[]) AND ($10 = 'not_checked' OR CASE $10
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[]) AND bot_id = ANY ($9)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $5 AND bucket < $6 AND bot_id = ANY ($9)
  ) p JOIN bots b ON b.id = p.bot_id
), first AS (
  SELECT page_id, sum(visits)::bigint AS bot_visits, coalesce(sum(visits) FILTER (WHERE ai), 0)::bigint AS ai_bot_visits
  FROM counted
  WHERE visits > 0
    AND ($8::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $8)))
  GROUP BY page_id
  ORDER BY bot_visits DESC
  -- Pages with equal counts are ordered by path, which is looked up only for them.
  FETCH FIRST $7 ROWS WITH TIES
)
SELECT p.path, f.bot_visits, 0 AS human_visits, f.ai_bot_visits
FROM first f JOIN pages p ON p.id = f.page_id
ORDER BY f.bot_visits DESC, p.path COLLATE "C"
LIMIT $7
