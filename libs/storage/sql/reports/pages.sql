-- Top pages by bot visits.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 limit, $8 prefix of the path or null
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots()
), counted AS (
  SELECT unnest(d.page_ids) AS page_id, unnest(d.bot_visits) AS bot_visits, unnest(d.human_visits) AS human_visits,
    unnest(d.ai_bot_visits) AS ai_bot_visits, unnest(d.verified_visits) AS verified_visits,
    unnest(d.spoofed_visits) AS spoofed_visits, unnest(d.unverifiable_visits) AS unverifiable_visits
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN page_digests d ON d.website_id = $1 AND d.grain = wanted.grain AND d.bucket = wanted.bucket
  UNION ALL
  SELECT page_id, CASE WHEN bot_id <> 0 THEN visits ELSE 0 END, CASE WHEN bot_id = 0 THEN visits ELSE 0 END,
    CASE WHEN ai.bot_id IS NOT NULL THEN visits ELSE 0 END, verified_visits, spoofed_visits, unverifiable_visits
  FROM (
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
    WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[])
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
    WHERE website_id = $1 AND bucket >= $5 AND bucket < $6
  ) p LEFT JOIN ai USING (bot_id)
), first AS (
  SELECT page_id, sum(bot_visits::float8)::bigint AS bot_visits, sum(human_visits::float8)::bigint AS human_visits,
    sum(ai_bot_visits::float8)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits, coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits
  FROM counted
  WHERE $8::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $8))
  GROUP BY page_id
  ORDER BY bot_visits DESC, human_visits DESC
  -- Pages with equal counts are ordered by path, which is looked up only for them.
  FETCH FIRST $7 ROWS WITH TIES
)
SELECT p.path, f.bot_visits, f.human_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits, f.unverifiable_visits
FROM first f JOIN pages p ON p.id = f.page_id
ORDER BY f.bot_visits DESC, f.human_visits DESC, p.path COLLATE "C"
LIMIT $7
