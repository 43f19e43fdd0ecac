-- The bots that came on some days of a period, with the bots as which the period reports them.
-- $1 website, $2 and $3 the days (inclusive, exclusive), $4 and $5 the period (inclusive,
-- exclusive), $6 bots or null
SELECT t.bot_id AS id, b.name, t.visits,
  json_build_object('id', r.id, 'name', r.name, 'provider', r.provider, 'category', r.category, 'declared', r.declared) AS reported
FROM (
  SELECT bot_id, sum(visits::float8)::bigint AS visits
  FROM traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND bot_id <> 0 AND ($6::integer[] IS NULL OR bot_id = ANY ($6))
  GROUP BY bot_id
) t
LEFT JOIN (
  SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
  FROM (
    SELECT bot_id, sum(visits::float8)::bigint AS visits
    FROM traffic_daily
    WHERE website_id = $1 AND bucket >= $4 AND bucket < $5 AND bot_id >= 1000000
    GROUP BY bot_id
  ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
) n USING (bot_id)
JOIN known_bots b ON b.id = t.bot_id
JOIN known_bots r ON r.id = coalesce(n.reported, t.bot_id)
ORDER BY t.bot_id
