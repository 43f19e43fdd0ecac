-- Keeps the pages of a website's sitemaps instead of those before.
-- $1 website, $2 paths, $3 source, $4 now, $5 files, $6 addresses, $7 left out by reason
INSERT INTO sitemaps (website_id, paths, page_ids, positions, source, noted_at, files, addresses, left_out)
SELECT $1::integer, coalesce(array_agg(u.path ORDER BY n), '{}'), coalesce(array_agg(p.id ORDER BY n), '{}'),
  coalesce(array_agg(o.position ORDER BY n), '{}'), $3, $4::timestamptz, $5::integer, $6::integer, $7::jsonb
FROM unnest($2::text[]) WITH ORDINALITY AS u (path, n)
  LEFT JOIN pages p ON p.website_id = $1 AND p.path = u.path
  LEFT JOIN page_positions o ON o.website_id = $1 AND o.page_id = p.id
ON CONFLICT (website_id) DO UPDATE SET
  paths = excluded.paths, page_ids = excluded.page_ids, positions = excluded.positions, source = excluded.source, noted_at = excluded.noted_at,
  files = excluded.files, addresses = excluded.addresses, left_out = excluded.left_out
