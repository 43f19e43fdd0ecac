-- Where there are more verdicts than visits of browsers, or the verdicts of a day are not those of
-- its hours. Returns a row for each website, bucket and count that differs.
-- $1 oldest day of raw visits, $2 the only website, or null for all of them
WITH verdicts AS MATERIALIZED (
  SELECT website_id, bucket,
    sum(coalesce(people_visits, 0) + coalesce(undecided_visits, 0) + CASE WHEN bot_id = 0 THEN 0 ELSE visits END)::bigint AS visits
  FROM people_hourly
  WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
  GROUP BY website_id, bucket
), browsers AS MATERIALIZED (
  SELECT website_id, bucket, sum(visits)::bigint AS visits
  FROM traffic_hourly
  WHERE bot_id = 0 AND bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
  GROUP BY website_id, bucket
), of_hours AS (
  SELECT website_id, day_of(bucket) AS bucket, sum(visits)::bigint AS visits FROM verdicts GROUP BY 1, 2
), of_days AS (
  SELECT website_id, bucket,
    sum(coalesce(people_visits, 0) + coalesce(undecided_visits, 0) + CASE WHEN bot_id = 0 THEN 0 ELSE visits END)::bigint AS visits
  FROM people_daily
  WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
  GROUP BY website_id, bucket
)
SELECT relation, website_id AS website, to_char(bucket AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bucket, 'visits' AS count,
  raw, rolled_up
FROM (
  SELECT 'people_hourly' AS relation, v.website_id, day_of(v.bucket) AS bucket, coalesce(b.visits, 0) AS raw,
    v.visits AS rolled_up
  FROM verdicts v LEFT JOIN browsers b ON b.website_id = v.website_id AND b.bucket = v.bucket
  WHERE v.visits > coalesce(b.visits, 0)
  UNION ALL
  SELECT 'people_daily', d.website_id, d.bucket, coalesce(h.visits, 0), d.visits
  FROM of_days d LEFT JOIN of_hours h ON h.website_id = d.website_id AND h.bucket = d.bucket
  WHERE d.visits <> coalesce(h.visits, 0)
) differing
ORDER BY relation, website_id, bucket
