-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- hosts_hourly. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO hosts_hourly (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT v.website_id, hour_of(v.time), v.bot_id, v.status_code, coalesce(h.id, 0), count(*),
  nullif(count(*) FILTER (WHERE v.verification = 1), 0),
  nullif(count(*) FILTER (WHERE v.verification = 2), 0),
  nullif(count(*) FILTER (WHERE v.verification = 3), 0)
FROM visits v LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id LEFT JOIN hosts h ON h.website_id = v.website_id AND h.host = coalesce(c.host, v.host)
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND true
GROUP BY 1, 2, 3, 4, 5
