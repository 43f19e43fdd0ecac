-- Visits by bot over whole hours: the UTC days between are read as days, the edges as hours. Pages
-- are not counted by hour. Errors and times are not counted by verification.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 website, $2 from (inclusive), $3 and $4 the UTC days between, $5 to (exclusive),
-- $6 bots or null, $7 limit or null, $8 verification or null,
-- $9 and $10 the UTC days (inclusive, exclusive) that decide which bots have their own names
WITH visits AS (
  SELECT bot_id, sum(visits_with($8, visits, verified_visits, spoofed_visits, unverifiable_visits)::float8) AS visits,
    sum(error_visits::float8) AS error_visits, sum(verified_visits::float8) AS verified_visits,
    sum(spoofed_visits::float8) AS spoofed_visits, sum(unverifiable_visits::float8) AS unverifiable_visits,
    min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM (
    SELECT bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen
    FROM traffic_daily
    WHERE website_id = $1 AND bucket >= $3 AND bucket < $4 AND bot_id <> 0
    UNION ALL
    SELECT bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen
    FROM traffic_hourly
    WHERE website_id = $1 AND (bucket >= $2 AND bucket < $3 OR bucket >= $4 AND bucket < $5) AND bot_id <> 0
  ) edges
  WHERE $6::integer[] IS NULL OR bot_id = ANY ($6)
  GROUP BY bot_id
), reports AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    coalesce(sum(verified_visits), 0)::bigint AS verified_visits, coalesce(sum(spoofed_visits), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits), 0)::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM visits v LEFT JOIN (
    SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id) AS reported
    FROM (
      SELECT bot_id, sum(visits::float8)::bigint AS visits
      FROM traffic_daily
      WHERE website_id = $1 AND bucket >= $9 AND bucket < $10 AND bot_id >= 1000000
      GROUP BY bot_id
    ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
  ) n USING (bot_id)
  GROUP BY coalesce(n.reported, v.bot_id)
)
SELECT b.id, b.name, b.provider, b.declared, r.visits, NULL AS pages_visited, b.category,
  CASE WHEN $8::text IS NULL THEN r.error_visits END AS error_visits,
  CASE WHEN $8 IS NULL THEN to_char(r.first_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END AS first_seen,
  CASE WHEN $8 IS NULL THEN to_char(r.last_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END AS last_seen,
  r.verified_visits, r.spoofed_visits, r.unverifiable_visits
FROM reports r JOIN known_bots b ON b.id = r.bot_id
WHERE r.visits > 0
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $7
