-- Visits of bots by bucket and group, beside the counts of all visits. One statement reads both,
-- so the groups of a bucket always add up to its visits of bots.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 starts of the buckets, ascending, $3 verification or null, $4 bots or null,
-- $5 from (inclusive), $6 to (exclusive), $7 bot, provider or category, $8 number of groups
WITH traffic AS MATERIALIZED (
  SELECT width_bucket(bucket, $2::timestamptz[]) AS place, bot_id, visits AS all_visits, visits_with($3::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits, undecided_visits
  FROM (
    SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
      undecided_visits
    FROM judged_traffic_hourly
    WHERE website_id = $1::integer AND ($4::integer[] IS NULL OR bot_id IN (SELECT unnest($4::integer[]))) AND true AND bucket >= $5::timestamptz AND bucket < $6::timestamptz
  ) counted
), bots_with_visits AS MATERIALIZED (
  SELECT v.bot_id, CASE $7::text WHEN 'bot' THEN b.name WHEN 'provider' THEN b.provider ELSE b.category END AS name, v.visits
  FROM (
    SELECT bot_id, sum(all_visits::float8)::bigint AS all_visits, sum(visits::float8) AS visits
    FROM traffic WHERE bot_id <> 0 GROUP BY bot_id
  ) v LEFT JOIN declared_bots d ON d.id = v.bot_id
    LEFT JOIN known_bots b ON b.id = reported_bot(v.bot_id, v.all_visits, d.id, d.bot_id, d.category)
), largest AS MATERIALIZED (
  SELECT name, row_number() OVER (ORDER BY sum(visits) DESC, name COLLATE "C") AS rank
  FROM bots_with_visits WHERE name IS NOT NULL GROUP BY name HAVING sum(visits) > 0
  ORDER BY rank LIMIT $8::bigint
), placed AS MATERIALIZED (
  -- People have the rank 0, and bots of no group have none.
  SELECT b.bot_id, l.rank, EXISTS (SELECT FROM ai_bots ai WHERE ai.bot_id = b.bot_id) AS ai
  FROM bots_with_visits b LEFT JOIN largest l USING (name)
  UNION ALL
  SELECT 0, 0, false
), cells AS MATERIALIZED (
  SELECT place, rank, sum(visits::float8) AS visits, sum(visits::float8) FILTER (WHERE ai) AS ai_visits,
    sum(verified_visits::float8) AS verified_visits, sum(spoofed_visits::float8) AS spoofed_visits,
      sum(unverifiable_visits::float8) AS unverifiable_visits,
      sum(people_visits::float8) AS people_visits, sum(undecided_visits::float8) AS undecided_visits, sum(visits::float8) FILTER (WHERE bot_id = 6) AS automation_visits
  FROM traffic JOIN placed USING (bot_id)
  GROUP BY place, rank
), points AS (
  SELECT place, coalesce(sum(visits::float8), 0)::bigint AS total_visits,
    coalesce(sum(visits::float8) FILTER (WHERE rank IS DISTINCT FROM 0), 0)::bigint AS bot_visits,
    coalesce(sum(visits::float8) FILTER (WHERE rank = 0), 0)::bigint AS human_visits,
    coalesce(sum(ai_visits::float8), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    coalesce(sum(automation_visits::float8), 0)::bigint AS automation_visits,
    (coalesce(sum(visits::float8) FILTER (WHERE rank = 0), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
  FROM cells
  GROUP BY place
), groups AS (
  SELECT l.name, sum(c.visits)::bigint AS visits, array_agg(place) AS places, array_agg(c.visits::bigint) AS counts
  FROM cells c LEFT JOIN largest l USING (rank)
  WHERE rank IS DISTINCT FROM 0 AND c.visits > 0
  GROUP BY l.name
)
SELECT coalesce((SELECT json_agg(points) FROM points), '[]') AS points,
  coalesce((SELECT json_agg(json_build_object('name', name, 'visits', visits, 'places', places, 'counts', counts)
    ORDER BY name IS NULL, visits DESC, name COLLATE "C") FROM groups), '[]') AS groups
