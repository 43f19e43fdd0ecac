-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- statuses_hourly. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO statuses_hourly (website_id, bucket, bot_id, status_code, visits)
SELECT v.website_id, hour_of(v.time), v.bot_id, v.status_code, count(*)
FROM visits v
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND true
GROUP BY 1, 2, 3, 4
