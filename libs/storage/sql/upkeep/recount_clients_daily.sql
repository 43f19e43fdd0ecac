-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- clients_daily. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO clients_daily (website_id, bucket, browser, os, device, visits)
SELECT v.website_id, day_of(v.time), coalesce(c.browser, v.browser, ''), coalesce(c.os, v.os, ''),
  coalesce(c.device, v.device, ''), count(*)
FROM visits v LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND v.bot_id = 0
GROUP BY 1, 2, 3, 4, 5
