-- Replaces the verdicts on the visits of a website on a UTC day in people_pages_daily, by day.
-- Most are the same as before, and are left as they are.
-- Written by npm run statements.
-- $1 website, $2 the bucket of each row, in hours after it, $3 bot_id, $4 page_id, $5 visits,
-- $6 error_visits, $7 people_visits, $8 undecided_visits, $9 begin of the UTC day
WITH given AS MATERIALIZED (
  SELECT hour, array_agg(bot_id) AS bot_id, array_agg(page_id) AS page_id, array_agg(visits) AS visits,
    array_agg(error_visits) AS error_visits, array_agg(people_visits) AS people_visits,
    array_agg(undecided_visits) AS undecided_visits
    FROM unnest($2::smallint[], $3::integer[], $4::bigint[], $5::integer[], $6::integer[], $7::integer[], $8::integer[])
      AS u (hour, bot_id, page_id, visits, error_visits, people_visits, undecided_visits)
    GROUP BY hour
), removed AS (
  DELETE FROM people_pages_daily
  WHERE website_id = $1::integer AND bucket >= $9::timestamptz AND bucket < $9::timestamptz + INTERVAL '24 hours' AND bucket NOT IN (SELECT $9::timestamptz + hour * INTERVAL '1 hour' FROM given)
)
INSERT INTO people_pages_daily AS t (website_id, bucket, bot_id, page_id, visits, error_visits, people_visits, undecided_visits)
SELECT $1::integer, $9::timestamptz + hour * INTERVAL '1 hour', bot_id, page_id, visits, error_visits, people_visits,
  undecided_visits
FROM given
ORDER BY hour
ON CONFLICT (website_id, bucket) DO UPDATE SET
  bot_id = excluded.bot_id, page_id = excluded.page_id, visits = excluded.visits,
    error_visits = excluded.error_visits, people_visits = excluded.people_visits,
    undecided_visits = excluded.undecided_visits
WHERE (t.bot_id, t.page_id, t.visits, t.error_visits, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.bot_id, excluded.page_id, excluded.visits, excluded.error_visits, excluded.people_visits,
    excluded.undecided_visits)
