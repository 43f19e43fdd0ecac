-- Spoofed visits by claimed bot and network over whole days. Pages are counted and moments written
-- only of those that may be shown.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots or null, $5 limit or null
WITH counted AS NOT MATERIALIZED (
  SELECT bot_id, network, page_id, visits, first_seen, last_seen
  FROM spoofed_daily
  WHERE website_id = $1::integer AND ($4::integer[] IS NULL OR bot_id IN (SELECT unnest($4::integer[]))) AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
), first AS MATERIALIZED (
  SELECT bot_id, network, sum(visits::float8) AS visits, min(first_seen) AS first_seen, max(last_seen) AS last_seen
  FROM counted
  WHERE bot_id IN (SELECT id FROM bots)
  GROUP BY bot_id, network
  ORDER BY visits DESC
  -- Rows with equal counts are ordered by the name of the bot, which is looked up only for them.
  FETCH FIRST ($5::bigint) ROWS WITH TIES
), pages AS (
  SELECT bot_id, network, count(DISTINCT page_id) FILTER (WHERE page_id <> 0) AS pages_visited
  FROM counted
  WHERE (bot_id, network) IN (SELECT bot_id, network FROM first)
  GROUP BY bot_id, network
), shown AS (
  SELECT b.name, b.provider, b.category, f.*, p.pages_visited
  FROM first f JOIN pages p USING (bot_id, network) JOIN bots b ON b.id = f.bot_id
  ORDER BY f.visits DESC, b.name COLLATE "C", f.network
  LIMIT $5::bigint
)
SELECT name, provider, category, text(nullif(network, '0.0.0.0/0')) AS network, visits::bigint AS visits, pages_visited,
  to_char(first_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS first_seen,
  to_char(last_seen, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_seen
FROM shown s
ORDER BY s.visits DESC, name COLLATE "C", s.network
