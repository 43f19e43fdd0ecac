-- What some clients of a website are, as far as it is known, and their agents.
-- $1 website, $2 clients
SELECT id, coalesce(user_agent, '') AS "userAgent", coalesce(browser, '') AS browser, coalesce(os, '') AS os,
  coalesce(device, '') AS device
FROM clients
WHERE website_id = $1::integer AND id = ANY ($2::integer[])
