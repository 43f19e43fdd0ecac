-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- countries_hourly. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO countries_hourly (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT v.website_id, hour_of(v.time), v.bot_id, v.status_code, v.country, count(*),
  nullif(count(*) FILTER (WHERE v.verification = 1), 0),
  nullif(count(*) FILTER (WHERE v.verification = 2), 0),
  nullif(count(*) FILTER (WHERE v.verification = 3), 0)
FROM visits v
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND v.country IS NOT NULL
GROUP BY 1, 2, 3, 4, 5
