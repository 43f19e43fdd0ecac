-- Visits of websites by hour, as series: the series 0 has all visits, the others those of some bots
-- without spoofed ones. Hours are counted from the first one.
-- $1 websites, $2 first hour, $3 to (exclusive), $4-$6 websites, series and bots
WITH traffic AS MATERIALIZED (
  SELECT website_id, bot_id, bucket, visits::float8 AS visits, (visits - coalesce(spoofed_visits, 0))::float8 AS own_visits
  FROM judged_traffic_hourly
  WHERE website_id = ANY ($1::integer[]) AND bucket >= $2 AND bucket < $3
), counted AS (
  SELECT website_id, 0 AS series, bucket, sum(visits) AS visits FROM traffic GROUP BY 1, 3
  UNION ALL
  SELECT t.website_id, a.series, t.bucket, sum(t.own_visits)
  FROM traffic t JOIN unnest($4::integer[], $5::integer[], $6::integer[]) AS a (website_id, series, bot_id) USING (website_id, bot_id)
  GROUP BY 1, 2, 3
)
SELECT website_id, series, array_agg((extract(epoch FROM bucket - $2::timestamptz) / 3600)::integer) AS hours,
  array_agg(visits) AS visits
FROM counted GROUP BY 1, 2
