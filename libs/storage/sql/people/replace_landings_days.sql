-- Replaces the verdicts on the visits of a website on a UTC day in people_landings_daily, by day.
-- Most are the same as before, and are left as they are.
-- Written by npm run statements.
-- $1 website, $2 the bucket of each row, in hours after it, $3 referral_source, $4 page_id,
-- $5 visits, $6 people_visits, $7 undecided_visits, $8 begin of the UTC day
WITH given AS MATERIALIZED (
  SELECT hour, array_agg(referral_source) AS referral_source, array_agg(page_id) AS page_id,
    array_agg(visits) AS visits, array_agg(people_visits) AS people_visits,
    array_agg(undecided_visits) AS undecided_visits
    FROM unnest($2::smallint[], $3::text[], $4::bigint[], $5::integer[], $6::integer[], $7::integer[])
      AS u (hour, referral_source, page_id, visits, people_visits, undecided_visits)
    GROUP BY hour
), removed AS (
  DELETE FROM people_landings_daily
  WHERE website_id = $1::integer AND bucket >= $8::timestamptz AND bucket < $8::timestamptz + INTERVAL '24 hours' AND bucket NOT IN (SELECT $8::timestamptz + hour * INTERVAL '1 hour' FROM given)
)
INSERT INTO people_landings_daily AS t (website_id, bucket, referral_source, page_id, visits, people_visits, undecided_visits)
SELECT $1::integer, $8::timestamptz + hour * INTERVAL '1 hour', referral_source, page_id, visits, people_visits,
  undecided_visits
FROM given
ORDER BY hour
ON CONFLICT (website_id, bucket) DO UPDATE SET
  referral_source = excluded.referral_source, page_id = excluded.page_id, visits = excluded.visits,
    people_visits = excluded.people_visits, undecided_visits = excluded.undecided_visits
WHERE (t.referral_source, t.page_id, t.visits, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.referral_source, excluded.page_id, excluded.visits, excluded.people_visits,
    excluded.undecided_visits)
