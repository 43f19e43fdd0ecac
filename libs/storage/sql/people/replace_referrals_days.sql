-- Replaces the verdicts on the visits of a website on a UTC day in people_referrals_daily, by day.
-- Most are the same as before, and are left as they are.
-- Written by npm run statements.
-- $1 website, $2 the bucket of each row, in hours after it, $3 referral_source, $4 visits,
-- $5 people_visits, $6 undecided_visits, $7 begin of the UTC day
WITH given AS MATERIALIZED (
  SELECT hour, array_agg(referral_source) AS referral_source, array_agg(visits) AS visits,
    array_agg(people_visits) AS people_visits, array_agg(undecided_visits) AS undecided_visits
    FROM unnest($2::smallint[], $3::text[], $4::integer[], $5::integer[], $6::integer[])
      AS u (hour, referral_source, visits, people_visits, undecided_visits)
    GROUP BY hour
), removed AS (
  DELETE FROM people_referrals_daily
  WHERE website_id = $1::integer AND bucket >= $7::timestamptz AND bucket < $7::timestamptz + INTERVAL '24 hours' AND bucket NOT IN (SELECT $7::timestamptz + hour * INTERVAL '1 hour' FROM given)
)
INSERT INTO people_referrals_daily AS t (website_id, bucket, referral_source, visits, people_visits, undecided_visits)
SELECT $1::integer, $7::timestamptz + hour * INTERVAL '1 hour', referral_source, visits, people_visits, undecided_visits
FROM given
ORDER BY hour
ON CONFLICT (website_id, bucket) DO UPDATE SET
  referral_source = excluded.referral_source, visits = excluded.visits,
    people_visits = excluded.people_visits, undecided_visits = excluded.undecided_visits
WHERE (t.referral_source, t.visits, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.referral_source, excluded.visits, excluded.people_visits, excluded.undecided_visits)
