-- Some of the chosen visits, in the order of time and hash, with their texts, wherever these stand.
-- Visits whose hashes are equal by chance are ordered by what they have.
-- Written by npm run statements, from the table of fields.
-- The parameters before these are those of chosen_visits.sql.
-- $12 how many equal ones of the first place are left out, $13 limit; $1 is the website
, wanted AS MATERIALIZED (
  SELECT *, row_number() OVER (
    ORDER BY time, hash, bot_id, verification, status_code, page_id, client_id, referer_id, ip, country, path, method, host,
      user_agent, browser, os, device, referer, referral_source
  ) AS number
  FROM chosen
  ORDER BY number
  OFFSET $12 LIMIT $13
)
SELECT (extract(epoch FROM w.time) * 1000)::float8 AS at, w.hash::text AS place,
  w.bot_id, w.verification, w.status_code, w.ip, w.country, coalesce(p.path, w.path) AS path,
  coalesce(c.method, w.method) AS method, coalesce(c.host, w.host) AS host,
  coalesce(c.user_agent, w.user_agent) AS user_agent, coalesce(c.browser, w.browser) AS browser,
  coalesce(c.os, w.os) AS os, coalesce(c.device, w.device) AS device,
  coalesce(r.referer, w.referer) AS referer, coalesce(r.source, w.referral_source) AS referral_source
FROM wanted w
  LEFT JOIN clients c ON c.website_id = $1 AND c.id = w.client_id
  LEFT JOIN referers r ON r.website_id = $1 AND r.id = w.referer_id
  LEFT JOIN pages p ON p.website_id = $1 AND p.id = w.page_id
ORDER BY w.number
