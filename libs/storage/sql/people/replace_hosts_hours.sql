-- Replaces the verdicts on the visits of a website on a UTC day in people_hosts_hourly, by hour.
-- Most are the same as before, and are left as they are.
-- Written by npm run statements.
-- $1 website, $2 the bucket of each row, in hours after it, $3 bot_id, $4 status_code, $5 host_id,
-- $6 visits, $7 people_visits, $8 undecided_visits, $9 begin of the UTC day
WITH given AS MATERIALIZED (
  SELECT hour, array_agg(bot_id) AS bot_id, array_agg(status_code) AS status_code, array_agg(host_id) AS host_id,
    array_agg(visits) AS visits, array_agg(people_visits) AS people_visits,
    array_agg(undecided_visits) AS undecided_visits
    FROM unnest($2::smallint[], $3::integer[], $4::smallint[], $5::integer[], $6::integer[], $7::integer[], $8::integer[])
      AS u (hour, bot_id, status_code, host_id, visits, people_visits, undecided_visits)
    GROUP BY hour
), removed AS (
  DELETE FROM people_hosts_hourly
  WHERE website_id = $1::integer AND bucket >= $9::timestamptz AND bucket < $9::timestamptz + INTERVAL '24 hours' AND bucket NOT IN (SELECT $9::timestamptz + hour * INTERVAL '1 hour' FROM given)
)
INSERT INTO people_hosts_hourly AS t (website_id, bucket, bot_id, status_code, host_id, visits, people_visits, undecided_visits)
SELECT $1::integer, $9::timestamptz + hour * INTERVAL '1 hour', bot_id, status_code, host_id, visits, people_visits,
  undecided_visits
FROM given
ORDER BY hour
ON CONFLICT (website_id, bucket) DO UPDATE SET
  bot_id = excluded.bot_id, status_code = excluded.status_code, host_id = excluded.host_id,
    visits = excluded.visits, people_visits = excluded.people_visits,
    undecided_visits = excluded.undecided_visits
WHERE (t.bot_id, t.status_code, t.host_id, t.visits, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.bot_id, excluded.status_code, excluded.host_id, excluded.visits, excluded.people_visits,
    excluded.undecided_visits)
