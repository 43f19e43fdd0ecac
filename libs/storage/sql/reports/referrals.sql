-- People sent by AI assistants over whole days. An assistant that sent only automation is not
-- listed.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT referral_source AS source, sum(visits)::bigint AS visits, coalesce(sum(people_visits), 0)::bigint AS people_visits,
  coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits
FROM (
  SELECT referral_source, visits, people_visits, undecided_visits
  FROM judged_referrals_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
) counted
GROUP BY referral_source
HAVING sum(visits) > 0
ORDER BY visits DESC, referral_source COLLATE "C"
