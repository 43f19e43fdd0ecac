-- Visits by bot over whole hours: the UTC days between are read as days, the edges as hours. Pages
-- are not counted by hour. Errors and times are not counted by verification. Only visits for one
-- host.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 verification or null, $3 bots or null, $4 host, $5 the first whole bucket,
-- $6 the end of the whole buckets, $7 from (inclusive), $8 to (exclusive),
-- $9 first UTC day that decides which bots have their own names, $10 the end of these days,
-- $11 limit or null
WITH visits AS (
  SELECT bot_id, sum(visits_with($2::text, visits, verified_visits, spoofed_visits, unverifiable_visits)::float8) AS visits,
    sum(error_visits::float8) AS error_visits, sum(verified_visits::float8) AS verified_visits,
      sum(spoofed_visits::float8) AS spoofed_visits,
      sum(unverifiable_visits::float8) AS unverifiable_visits, min(first_seen) AS first_seen,
      max(last_seen) AS last_seen
  FROM (
    SELECT bot_id, visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits, verified_visits,
      spoofed_visits, unverifiable_visits, NULL::timestamptz(3) AS first_seen,
      NULL::timestamptz(3) AS last_seen
    FROM judged_hosts_daily
    WHERE website_id = $1::integer AND bot_id <> 0 AND ($3::integer[] IS NULL OR bot_id IN (SELECT unnest($3::integer[]))) AND host_id = $4::integer AND bucket >= $5::timestamptz AND bucket < $6::timestamptz
    UNION ALL
    SELECT bot_id, visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits, verified_visits,
      spoofed_visits, unverifiable_visits, NULL::timestamptz(3) AS first_seen,
      NULL::timestamptz(3) AS last_seen
    FROM judged_hosts_hourly
    WHERE website_id = $1::integer AND bot_id <> 0 AND ($3::integer[] IS NULL OR bot_id IN (SELECT unnest($3::integer[]))) AND host_id = $4::integer AND (bucket >= $7::timestamptz AND bucket < $5::timestamptz OR bucket >= $6::timestamptz AND bucket < $8::timestamptz)
  ) counted
  GROUP BY bot_id
), reports AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, coalesce(sum(visits::float8), 0)::bigint AS visits,
    coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM visits v LEFT JOIN (
    SELECT t.bot_id, reported_bot(t.bot_id, t.visits, d.id, d.bot_id, d.category) AS reported
    FROM (
      SELECT bot_id, sum(visits::float8)::bigint AS visits
      FROM traffic_daily
      WHERE website_id = $1::integer AND bucket >= $9::timestamptz AND bucket < $10::timestamptz AND bot_id >= 1000000
      GROUP BY bot_id
    ) t LEFT JOIN declared_bots d ON d.id = t.bot_id
  ) n USING (bot_id)
  GROUP BY coalesce(n.reported, v.bot_id)
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, NULL AS pages_visited,
  CASE WHEN $2::text IS NULL THEN r.error_visits END AS error_visits,
  r.verified_visits, r.spoofed_visits, r.unverifiable_visits,
  CASE WHEN $2::text IS NULL THEN to_char(r.first_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END AS first_seen,
  CASE WHEN $2::text IS NULL THEN to_char(r.last_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END AS last_seen
FROM reports r JOIN known_bots b ON b.id = r.bot_id
WHERE r.visits > 0
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT $11::bigint
