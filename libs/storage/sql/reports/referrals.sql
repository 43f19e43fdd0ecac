-- People sent by AI assistants over whole days.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT referral_source AS source, sum(visits)::bigint AS visits
FROM referrals_daily
WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
GROUP BY referral_source
ORDER BY visits DESC, referral_source COLLATE "C"
