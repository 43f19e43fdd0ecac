-- The names under which a report of whole days shows bots: those of the registry, and those of bots
-- that name themselves on the website.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT id, name, provider, category FROM bots WHERE id <> 0
UNION ALL
SELECT r.bot_id, b.name, b.provider, b.category
FROM (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
) r JOIN known_bots b ON b.id = r.reported
