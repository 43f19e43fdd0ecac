-- Visits of browsers to websites that are judged, and those of automation, over some hours.
-- Websites without any have no row.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 websites, $2 first hour, $3 end, $4 the bot of automation
SELECT website_id, sum(judged::float8) AS judged, sum(automation::float8) AS visits
FROM (
  SELECT website_id,
    CASE WHEN bot_id = $4::integer THEN visits
      ELSE coalesce(people_visits, 0) + coalesce(undecided_visits, 0) END AS judged,
    CASE WHEN bot_id = $4::integer THEN visits ELSE 0 END AS automation
  FROM people_hourly
  WHERE website_id = ANY ($1::integer[]) AND bucket >= $2 AND bucket < $3
) counted
GROUP BY website_id
HAVING sum(judged) > 0
