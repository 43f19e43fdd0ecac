-- Groups of visitors of some kinds, from a UTC day on. A day that is judged has a row also when it
-- has no such group.
-- $1 websites, $2 first day, $3 kinds
SELECT website_id, extract(epoch FROM bucket)::float8 * 1000 AS day,
  jsonb_path_query_array(groups, '$[*] ? (@.kind == $kinds[*])', jsonb_build_object('kinds', $3::text[])) AS groups
FROM visitor_groups
WHERE website_id = ANY ($1::integer[]) AND bucket >= $2
