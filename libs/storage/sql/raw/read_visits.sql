-- Some of the chosen visits, in the order of time and hash. Visits whose hashes are equal by chance
-- are ordered by what they have.
-- The parameters before these are those of chosen_visits.sql.
-- $12 how many equal ones of the first place are left out, $13 limit
SELECT (extract(epoch FROM c.time) * 1000)::float8 AS at, c.hash::text AS place, c.bot_id, c.verification, c.status_code,
  c.method, c.host, c.path, c.ip, c.user_agent, c.browser, c.os, c.device, c.referer, c.referral_source
FROM chosen c
ORDER BY c.time, c.hash, c.bot_id, c.verification, c.status_code, c.method, c.host, c.path, c.ip, c.user_agent, c.browser,
  c.os, c.device, c.referer, c.referral_source
OFFSET $12 LIMIT $13
