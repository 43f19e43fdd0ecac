-- Pages that bots visited, those that became known first. Those with the shortest paths come first:
-- the longest are left out when all paths together are too long, so that nobody can displace the
-- pages of a website by visits to long paths.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 limit, $8 octets of paths, beyond which they
-- are null
SELECT id, CASE WHEN octets <= $8::bigint THEN path END AS path
FROM (
  SELECT id, path, length, sum(length) OVER (ORDER BY length, id) AS octets
  FROM (
    SELECT p.id, p.path, octet_length(p.path) AS length
    FROM pages p
    WHERE p.website_id = $1 AND p.id IN (
      SELECT page_id
      FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
      JOIN page_digests d ON d.website_id = $1 AND d.grain = wanted.grain AND d.bucket = wanted.bucket,
        unnest(d.page_ids, d.bot_visits) AS page (page_id, bot_visits)
      WHERE page.bot_visits > 0
      UNION ALL
      SELECT page_id FROM pages_daily WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[]) AND bot_id <> 0
      UNION ALL
      SELECT page_id FROM pages_recent WHERE website_id = $1 AND bucket >= $5 AND bucket < $6 AND bot_id <> 0
    )
    ORDER BY p.id
    LIMIT $7
  ) known
) pages
ORDER BY length, id
