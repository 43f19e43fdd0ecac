-- Visitors by UTC day and verdict, and visits of browsers that are not judged, by reason. Only
-- days with visits of browsers.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
WITH browsers AS (
  SELECT bucket, (coalesce(sum(visits::float8), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
  FROM (
    SELECT bucket, visits, people_visits, undecided_visits
    FROM judged_traffic_daily
    WHERE website_id = $1::integer AND bot_id = 0 AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) counted
  GROUP BY bucket
), reasons AS (
  SELECT bucket, sum(no_address)::bigint AS no_address, sum(shared_address)::bigint AS shared_address,
    sum(no_key)::bigint AS no_key
  FROM unjudged_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  GROUP BY bucket
)
SELECT extract(epoch FROM bucket)::bigint AS bucket,
  CASE WHEN j.people + j.undecided > 0 OR j.no_files = 0 THEN j.people END AS people_visitors,
    CASE WHEN j.people + j.undecided > 0 OR j.no_files = 0 THEN j.undecided END AS undecided_visitors,
    CASE WHEN j.people + j.undecided > 0 OR j.no_files = 0 THEN j.automation END AS automation_visitors,
  not_judged_visits, coalesce(j.no_files, 0) AS no_files_visits,
  coalesce(r.no_address, 0) AS no_address_visits,
    coalesce(r.shared_address, 0) AS shared_address_visits, coalesce(r.no_key, 0) AS no_key_visits
FROM browsers LEFT JOIN reasons r USING (bucket)
  LEFT JOIN (SELECT * FROM judged_days WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz) j USING (bucket)
ORDER BY bucket
