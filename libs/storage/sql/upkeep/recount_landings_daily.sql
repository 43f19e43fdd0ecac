-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- landings_daily. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO landings_daily (website_id, bucket, referral_source, page_id, visits)
SELECT v.website_id, day_of(v.time), coalesce(r.source, v.referral_source), v.page_id, count(*)
FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND v.bot_id = 0 AND v.page_id IS NOT NULL AND coalesce(r.source, v.referral_source) IS NOT NULL
GROUP BY 1, 2, 3, 4
