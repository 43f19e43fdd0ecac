-- Counts by buckets that are made of whole hours.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 bots or null, $5 verification or null,
-- $6 starts of the buckets, ascending
SELECT place, sum(visits)::bigint AS total_visits,
  coalesce(sum(visits) FILTER (WHERE t.bot_id <> 0), 0)::bigint AS bot_visits,
  coalesce(sum(visits) FILTER (WHERE t.bot_id = 0), 0)::bigint AS human_visits,
  coalesce(sum(visits) FILTER (WHERE t.bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
  coalesce(sum(verified_visits), 0)::bigint AS verified_visits,
  coalesce(sum(spoofed_visits), 0)::bigint AS spoofed_visits,
  coalesce(sum(unverifiable_visits), 0)::bigint AS unverifiable_visits
FROM (
  SELECT width_bucket(bucket, $6::timestamptz[]) AS place, bot_id,
    visits_with($5, visits, verified_visits, spoofed_visits, unverifiable_visits)::float8 AS visits,
    verified_visits::float8, spoofed_visits::float8, unverifiable_visits::float8
  FROM traffic_hourly
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3 AND ($4::integer[] IS NULL OR bot_id = ANY ($4))
) t
GROUP BY place
