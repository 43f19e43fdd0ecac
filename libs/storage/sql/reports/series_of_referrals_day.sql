-- Visits of browsers that AI assistants sent by bucket and assistant, without those of automation,
-- from days. The place of a bucket is the number of its start, from 1.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 starts of the buckets, ascending
SELECT width_bucket(bucket, $4::timestamptz[]) AS place, referral_source AS source, sum(visits)::bigint AS visits
FROM (
  SELECT bucket, referral_source, visits
  FROM judged_referrals_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
) counted
GROUP BY 1, 2
HAVING sum(visits) > 0
