-- Visits to a website by country over whole days, in an order. Rows with equal values are ordered
-- by visits, and country. What no country is known of is what all countries lack of all visits.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 column of the order,
-- $5 1, or -1 if the order of this column is reversed,
-- $6 numbers of the row after which the list is read, or null, $7 its text, or null,
-- $8 limit or null
WITH counted AS (
  SELECT country, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
    undecided_visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits
  FROM judged_countries_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  UNION ALL
  SELECT '', bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
    undecided_visits, error_visits
  FROM judged_traffic_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  UNION ALL
  SELECT '', bot_id, -visits, -verified_visits, -spoofed_visits, -unverifiable_visits, -people_visits,
    -undecided_visits, CASE WHEN status_code >= 400 THEN -visits ELSE 0 END
  FROM judged_countries_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
), summed AS (
  SELECT country,
    coalesce(sum(visits::float8), 0)::bigint AS total_visits,
      coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
      (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0))::bigint AS human_visits,
      coalesce(sum(visits::float8) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
      coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
      coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
      coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits, coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
    coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
      coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
      coalesce(sum(visits::float8) FILTER (WHERE bot_id = 6), 0)::bigint AS automation_visits,
      (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
  FROM counted
  GROUP BY country
), ranked AS (
  SELECT *, CASE $4::text
      WHEN 'total_visits' THEN total_visits WHEN 'bot_visits' THEN bot_visits
        WHEN 'human_visits' THEN human_visits WHEN 'ai_bot_visits' THEN ai_bot_visits
        WHEN 'verified_visits' THEN verified_visits WHEN 'spoofed_visits' THEN spoofed_visits
        WHEN 'unverifiable_visits' THEN unverifiable_visits WHEN 'error_visits' THEN error_visits
        WHEN 'people_visits' THEN people_visits WHEN 'undecided_visits' THEN undecided_visits
        WHEN 'automation_visits' THEN automation_visits WHEN 'not_judged_visits' THEN not_judged_visits
      ELSE 0
    END * $5::integer AS rank,
    CASE $4::text WHEN 'country' THEN 0 ELSE total_visits END AS total_visits_rank
  FROM summed
  WHERE total_visits > 0
), first AS (
  SELECT *
  FROM ranked
  WHERE $6::bigint[] IS NULL OR (rank, total_visits_rank) < (($6::bigint[])[1], ($6::bigint[])[2])
    OR (rank, total_visits_rank) = (($6::bigint[])[1], ($6::bigint[])[2]) AND (
      SELECT CASE WHEN $4::text = 'country' AND $5::integer < 0
        THEN one.country COLLATE "C" < $7::text ELSE one.country COLLATE "C" > $7::text END
      FROM (VALUES (ranked.country)) AS one (country)
    )
  ORDER BY rank DESC, total_visits_rank DESC
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST ($8::bigint) ROWS WITH TIES
)
SELECT t.country, f.total_visits, f.bot_visits, f.human_visits, f.ai_bot_visits, f.verified_visits, f.spoofed_visits,
  f.unverifiable_visits, f.error_visits, f.people_visits, f.undecided_visits, f.automation_visits,
  f.not_judged_visits,
  ARRAY[rank, total_visits_rank]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT one.country AS country FROM (VALUES (f.country)) AS one (country)
) t
ORDER BY rank DESC, total_visits_rank DESC,
  CASE WHEN $4::text = 'country' AND $5::integer < 0 THEN t.country END COLLATE "C" DESC, t.country COLLATE "C"
LIMIT $8::bigint
