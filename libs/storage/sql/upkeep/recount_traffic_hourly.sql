-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- late_traffic_hourly. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO late_traffic_hourly (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
  unverifiable_visits, first_seen, last_seen)
SELECT v.website_id, hour_of(v.time), v.bot_id, count(*), count(*) FILTER (WHERE v.status_code >= 400),
  nullif(count(*) FILTER (WHERE v.verification = 1), 0),
  nullif(count(*) FILTER (WHERE v.verification = 2), 0),
  nullif(count(*) FILTER (WHERE v.verification = 3), 0), min(v.time), max(v.time)
FROM visits v
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND true AND v.late
GROUP BY 1, 2, 3
