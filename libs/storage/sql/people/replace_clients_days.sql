-- Replaces the verdicts on the visits of a website on a UTC day in people_clients_daily, by day.
-- Most are the same as before, and are left as they are.
-- Written by npm run statements.
-- $1 website, $2 the bucket of each row, in hours after it, $3 browser, $4 os, $5 device,
-- $6 visits, $7 people_visits, $8 undecided_visits, $9 begin of the UTC day
WITH given AS MATERIALIZED (
  SELECT hour, array_agg(browser) AS browser, array_agg(os) AS os, array_agg(device) AS device,
    array_agg(visits) AS visits, array_agg(people_visits) AS people_visits,
    array_agg(undecided_visits) AS undecided_visits
    FROM unnest($2::smallint[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::integer[])
      AS u (hour, browser, os, device, visits, people_visits, undecided_visits)
    GROUP BY hour
), removed AS (
  DELETE FROM people_clients_daily
  WHERE website_id = $1::integer AND bucket >= $9::timestamptz AND bucket < $9::timestamptz + INTERVAL '24 hours' AND bucket NOT IN (SELECT $9::timestamptz + hour * INTERVAL '1 hour' FROM given)
)
INSERT INTO people_clients_daily AS t (website_id, bucket, browser, os, device, visits, people_visits, undecided_visits)
SELECT $1::integer, $9::timestamptz + hour * INTERVAL '1 hour', browser, os, device, visits, people_visits, undecided_visits
FROM given
ORDER BY hour
ON CONFLICT (website_id, bucket) DO UPDATE SET
  browser = excluded.browser, os = excluded.os, device = excluded.device, visits = excluded.visits,
    people_visits = excluded.people_visits, undecided_visits = excluded.undecided_visits
WHERE (t.browser, t.os, t.device, t.visits, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.browser, excluded.os, excluded.device, excluded.visits, excluded.people_visits,
    excluded.undecided_visits)
