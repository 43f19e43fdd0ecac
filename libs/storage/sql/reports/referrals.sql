-- People sent by AI assistants over whole days.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT referral_source AS source, sum(visits)::bigint AS visits
FROM (
  SELECT referral_source, visits
  FROM referrals_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
) counted
GROUP BY referral_source
ORDER BY visits DESC, referral_source COLLATE "C"
