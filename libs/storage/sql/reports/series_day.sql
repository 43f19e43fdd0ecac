-- Counts by day.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 bots or null, $3 from (inclusive), $4 to (exclusive)
SELECT extract(epoch FROM t.bucket)::bigint AS bucket,
  coalesce(sum(visits::float8), 0)::bigint AS total_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
    (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0))::bigint AS human_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
  coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id = 6), 0)::bigint AS automation_visits,
    (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
FROM (
  SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
    undecided_visits
  FROM judged_traffic_daily
  WHERE website_id = $1::integer AND true AND ($2::integer[] IS NULL OR bot_id IN (SELECT unnest($2::integer[]))) AND bucket >= $3::timestamptz AND bucket < $4::timestamptz
) t
GROUP BY t.bucket
