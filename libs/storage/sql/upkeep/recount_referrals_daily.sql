-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- referrals_daily. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO referrals_daily (website_id, bucket, referral_source, visits)
SELECT website_id, day_of(bucket), referral_source, sum(visits)::bigint AS visits
FROM referrals_hourly t
WHERE t.website_id = $1::integer AND t.bucket >= $2::timestamptz AND t.bucket < $3::timestamptz
GROUP BY 1, 2, 3
