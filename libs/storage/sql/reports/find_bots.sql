-- The ids of the bots that a report of a website shows with these words. Null matches every value.
-- A name is found in upper and lower case.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 name, $5 provider, $6 category,
-- $7 ai_bots for AI bots only
WITH wanted AS MATERIALIZED (
  SELECT id FROM bots
  WHERE id <> 0 AND ($4::text IS NULL OR lower(name) = lower($4)) AND ($5::text IS NULL OR provider = $5)
    AND ($6::text IS NULL OR category = $6) AND ($7::text IS DISTINCT FROM 'ai_bots' OR starts_with(category, 'ai_'))
)
SELECT id FROM wanted
UNION ALL
SELECT r.bot_id
FROM (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
) r LEFT JOIN declared_bots d ON d.id = r.reported
WHERE CASE WHEN d.id IS NULL THEN r.reported IN (SELECT id FROM wanted)
  ELSE ($4 IS NULL OR lower(d.name) = lower($4)) AND ($5 IS NULL OR d.provider = $5) AND ($6 IS NULL OR d.category = $6)
    AND ($7 IS DISTINCT FROM 'ai_bots' OR starts_with(d.category, 'ai_')) END
