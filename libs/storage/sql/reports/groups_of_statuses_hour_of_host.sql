-- Visits by bucket and status code, beside the counts of all visits. One statement reads both, so
-- the status codes of a bucket always add up to its visits. Only visits for one host.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 starts of the buckets, ascending, $3 bots or null, $4 host, $5 from (inclusive),
-- $6 to (exclusive), $7 number of groups
WITH points AS (
  SELECT width_bucket(bucket, $2::timestamptz[]) AS place,
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
    FROM judged_hosts_hourly
    WHERE website_id = $1::integer AND ($3::integer[] IS NULL OR bot_id IN (SELECT unnest($3::integer[]))) AND host_id = $4::integer AND bucket >= $5::timestamptz AND bucket < $6::timestamptz
  ) counted
  GROUP BY 1
), counted AS MATERIALIZED (
  SELECT width_bucket(bucket, $2::timestamptz[]) AS place, status_code, sum(visits::float8) AS visits
  FROM (
    SELECT bucket, status_code, visits
    FROM judged_hosts_hourly
    WHERE website_id = $1::integer AND ($3::integer[] IS NULL OR bot_id IN (SELECT unnest($3::integer[]))) AND host_id = $4::integer AND bucket >= $5::timestamptz AND bucket < $6::timestamptz
  ) counted
  GROUP BY 1, 2
), largest AS MATERIALIZED (
  SELECT status_code FROM counted GROUP BY status_code
  ORDER BY sum(visits) DESC, status_code::text COLLATE "C" LIMIT $7::bigint
), cells AS (
  SELECT largest.status_code, place, sum(visits)::bigint AS visits
  FROM counted LEFT JOIN largest USING (status_code)
  GROUP BY largest.status_code, place
), groups AS (
  SELECT status_code::text AS name, sum(visits)::bigint AS visits, array_agg(place) AS places, array_agg(visits) AS counts
  FROM cells GROUP BY status_code
)
SELECT coalesce((SELECT json_agg(points) FROM points), '[]') AS points,
  coalesce((SELECT json_agg(json_build_object('name', name, 'visits', visits, 'places', places, 'counts', counts)
    ORDER BY name IS NULL, visits DESC, name COLLATE "C") FROM groups), '[]') AS groups
