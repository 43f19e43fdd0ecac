-- Reads by AI bots by bucket and operator, from hours: visits that were not found spoofed. The
-- place of a bucket is the number of its start, from 1.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 starts of the buckets, ascending
WITH readers AS MATERIALIZED (
  SELECT id AS bot_id, provider, category FROM bots WHERE starts_with(category, 'ai_')
  UNION ALL
  SELECT d.id, b.provider, b.category FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_')
  UNION ALL
  SELECT id, provider, category FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_')
), cells AS MATERIALIZED (
  SELECT width_bucket(bucket, $4::timestamptz[]) AS place, bot_id, sum(visits::float8 - coalesce(spoofed_visits, 0)) AS reads
  FROM (
    SELECT bucket, bot_id, visits, spoofed_visits
    FROM traffic_hourly
    WHERE website_id = $1::integer AND bot_id <> 0 AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) counted
  GROUP BY 1, 2
)
SELECT place, provider, sum(reads)::bigint AS visits
FROM cells JOIN readers USING (bot_id)
GROUP BY place, provider
HAVING sum(reads) > 0
