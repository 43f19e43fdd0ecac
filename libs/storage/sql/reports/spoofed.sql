-- Spoofed visits by claimed bot and network over whole days.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots or null, $5 limit or null
SELECT b.name, b.provider, b.category, text(nullif(s.network, '0.0.0.0/0')) AS network,
  s.visits, s.pages_visited,
  to_char(s.first_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS first_seen,
  to_char(s.last_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_seen
FROM (
  SELECT bot_id, network, sum(visits)::bigint AS visits,
    count(DISTINCT page_id) FILTER (WHERE page_id <> 0) AS pages_visited,
    min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM (
    SELECT bot_id, network, page_id, visits, first_seen, last_seen
    FROM spoofed_daily
    WHERE website_id = $1::integer AND ($4::integer[] IS NULL OR bot_id = ANY ($4::integer[])) AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) counted
  GROUP BY bot_id, network
) s JOIN bots b ON b.id = s.bot_id
ORDER BY s.visits DESC, b.name COLLATE "C", s.network
LIMIT $5::bigint
