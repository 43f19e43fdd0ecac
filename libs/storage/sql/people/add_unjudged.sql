-- Counts visits of browsers that cannot be judged.
-- $1-$5 websites, UTC days (since 1970), and visits without an address, with an address that may be
-- that of many, and of days without a key
INSERT INTO unjudged_daily AS t (website_id, bucket, lane, no_address, shared_address, no_key)
SELECT website_id, to_timestamp(day * 86400.0), pg_backend_pid() % 16, sum(no_address), sum(shared_address), sum(no_key)
FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[])
  AS u (website_id, day, no_address, shared_address, no_key)
GROUP BY 1, 2
ORDER BY 1, 2
ON CONFLICT (website_id, bucket, lane) DO UPDATE SET
  no_address = t.no_address + excluded.no_address,
  shared_address = t.shared_address + excluded.shared_address, no_key = t.no_key + excluded.no_key
