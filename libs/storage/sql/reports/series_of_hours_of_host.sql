-- Counts by bucket, from hours. The place of a bucket is the number of its start, from 1. Only
-- visits for one host.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 starts of the buckets, ascending, $3 verification or null, $4 host,
-- $5 bots or null, $6 from (inclusive), $7 to (exclusive)
SELECT width_bucket(t.bucket, $2::timestamptz[]) AS place,
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
  SELECT bucket, bot_id, visits_with($3::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits,
    verified_visits, spoofed_visits, unverifiable_visits, people_visits, undecided_visits
  FROM (
    SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
      undecided_visits
    FROM judged_hosts_hourly
    WHERE website_id = $1::integer AND host_id = $4::integer AND ($5::integer[] IS NULL OR bot_id IN (SELECT unnest($5::integer[]))) AND bucket >= $6::timestamptz AND bucket < $7::timestamptz
  ) counted
) t
GROUP BY place
