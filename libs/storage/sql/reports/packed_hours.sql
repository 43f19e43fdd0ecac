-- Digests of a website as bytes: what each hour counts by bot.
-- Written by npm run statements.
-- $1 website, $2 grains of the digests to read, $3 buckets of these digests
SELECT d.grain, (extract(epoch FROM d.bucket) * 1000)::bigint AS bucket, d.packed_hash AS hash, d.packed_hours AS packed
FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
JOIN page_digests d ON d.website_id = $1::integer AND d.grain = wanted.grain AND d.bucket = wanted.bucket
