-- The hours in which spoofed visits came.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
SELECT DISTINCT hour_of(v.time) AS hour
FROM visits v
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND v.verification = 2
ORDER BY hour
