-- The newest visits of a website between two moments: how many there are, up to a bound, when the
-- oldest of them came, how many came by minute and bot, and the last ones of bots, one by one.
-- TimescaleDB keeps late visits and all others apart, and uses its indexes of them only if it is
-- told that each visit is one of the two.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 most visits, $5 how many are shown
WITH recent AS MATERIALIZED (
  SELECT time, bot_id, verification, status_code, page_id, path, client_id, host, country
  FROM visits
  WHERE website_id = $1 AND time >= $2::timestamptz AND time < $3::timestamptz AND (late OR NOT late)
  ORDER BY time DESC
  LIMIT $4::integer
), shown AS MATERIALIZED (
  SELECT * FROM recent WHERE bot_id <> 0 ORDER BY time DESC LIMIT $5::integer
), counted AS (
  SELECT (extract(epoch FROM date_trunc('minute', time)) * 1000)::float8 AS minute, bot_id, count(*) AS visits,
    count(*) FILTER (WHERE verification = 1) AS verified_visits,
    count(*) FILTER (WHERE verification = 2) AS spoofed_visits,
    count(*) FILTER (WHERE verification = 3) AS unverifiable_visits,
    (extract(epoch FROM max(time)) * 1000)::float8 AS last
  FROM recent
  GROUP BY date_trunc('minute', time), bot_id
)
SELECT (SELECT count(*) FROM recent)::integer AS read,
  (SELECT (extract(epoch FROM min(time)) * 1000)::float8 FROM recent) AS oldest,
  (SELECT coalesce(json_agg(c), '[]') FROM counted c) AS counted, (
    SELECT coalesce(json_agg(json_build_object('at', (extract(epoch FROM s.time) * 1000)::float8, 'bot_id', s.bot_id,
      'verification', s.verification, 'status_code', s.status_code, 'path', coalesce(p.path, s.path),
      'host', coalesce(c.host, s.host), 'country', s.country) ORDER BY s.time DESC), '[]')
    FROM shown s LEFT JOIN clients c ON c.website_id = $1 AND c.id = s.client_id
      LEFT JOIN pages p ON p.website_id = $1 AND p.id = s.page_id
  ) AS shown
