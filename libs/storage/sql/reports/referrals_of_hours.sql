-- People sent by AI assistants over whole hours: the UTC days between are read as days, the edges
-- as hours.
-- $1 website, $2 from (inclusive), $3 and $4 the UTC days between, $5 to (exclusive)
SELECT referral_source AS source, sum(visits)::bigint AS visits
FROM (
  SELECT referral_source, visits FROM referrals_daily
  WHERE website_id = $1 AND bucket >= $3 AND bucket < $4
  UNION ALL
  SELECT referral_source, visits FROM referrals_hourly
  WHERE website_id = $1 AND (bucket >= $2 AND bucket < $3 OR bucket >= $4 AND bucket < $5)
) edges
GROUP BY referral_source
ORDER BY visits DESC, referral_source COLLATE "C"
