-- The websites whose tracking keys visits came with, by host, over whole days.
-- Written by npm run statements.
-- $1 website, $2 hosts, $3 from (inclusive), $4 to (exclusive)
SELECT host_id, key_id, sum(visits)::bigint AS visits
FROM (
  SELECT host_id, key_id, visits
  FROM host_keys_daily
  WHERE website_id = $1::integer AND host_id = ANY ($2::integer[]) AND bucket >= $3::timestamptz AND bucket < $4::timestamptz
) counted
GROUP BY host_id, key_id
ORDER BY visits DESC, key_id
