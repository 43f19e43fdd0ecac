-- Visits by day of people and of the bots that came most. People have no name, and come first.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 most bots, with people
WITH days AS MATERIALIZED (
  SELECT bot_id, bucket, sum(visits::float8) AS visits, coalesce(sum(spoofed_visits::float8), 0) AS spoofed_visits
  FROM judged_traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  GROUP BY bot_id, bucket
), names AS MATERIALIZED (
  SELECT v.bot_id, CASE WHEN v.bot_id = 0 THEN 0 ELSE reported_bot(v.bot_id, v.visits, d.id, d.bot_id, d.category) END AS reported
  FROM (SELECT bot_id, sum(visits)::bigint AS visits FROM days GROUP BY bot_id) v
  LEFT JOIN declared_bots d ON d.id = v.bot_id
), reported AS (
  SELECT n.reported, bucket, sum(visits) AS visits, sum(spoofed_visits) AS spoofed_visits
  FROM days JOIN names n USING (bot_id)
  GROUP BY n.reported, bucket
)
SELECT CASE WHEN r.reported <> 0 THEN b.name END AS name,
  json_agg(json_build_object('day', (extract(epoch FROM bucket) * 1000)::bigint,
    'visits', r.visits::bigint, 'spoofed_visits', r.spoofed_visits::bigint)) AS days
FROM reported r LEFT JOIN known_bots b ON b.id = r.reported
WHERE r.reported = 0 OR b.id IS NOT NULL
GROUP BY r.reported, b.name
ORDER BY r.reported = 0 DESC, sum(r.visits) DESC, b.name COLLATE "C"
LIMIT $4
