-- Visits of websites over whole days, all together.
-- $1 websites, $2 from (inclusive), $3 to (exclusive)
SELECT coalesce(sum(visits), 0)::bigint AS visits
FROM traffic_daily
WHERE website_id = ANY ($1::integer[]) AND bucket >= $2 AND bucket < $3
