-- People sent by AI assistants over whole hours: the UTC days between are read as days, the edges
-- as hours. An assistant that sent only automation is not listed.
-- Written by npm run statements.
-- $1 website, $2 the first whole bucket, $3 the end of the whole buckets, $4 from (inclusive),
-- $5 to (exclusive)
SELECT referral_source AS source, sum(visits)::bigint AS visits, coalesce(sum(people_visits), 0)::bigint AS people_visits,
  coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits
FROM (
  SELECT referral_source, visits, people_visits, undecided_visits
  FROM judged_referrals_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  UNION ALL
  SELECT referral_source, visits, people_visits, undecided_visits
  FROM judged_referrals_hourly
  WHERE website_id = $1::integer AND (bucket >= $4::timestamptz AND bucket < $2::timestamptz OR bucket >= $3::timestamptz AND bucket < $5::timestamptz)
) counted
GROUP BY referral_source
HAVING sum(visits) > 0
ORDER BY visits DESC, referral_source COLLATE "C"
