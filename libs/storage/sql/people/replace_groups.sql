-- Replaces the groups of visitors of a website on a UTC day.
-- $1 website, $2 begin of the UTC day, $3 the groups
INSERT INTO visitor_groups AS t (website_id, bucket, groups)
VALUES ($1::integer, $2::timestamptz, $3::jsonb)
ON CONFLICT (website_id, bucket) DO UPDATE SET groups = excluded.groups
WHERE t.groups IS DISTINCT FROM excluded.groups
