-- Adds further pages to those that a website's sitemap has in this transaction.
-- $1 website, $2 paths
UPDATE sitemaps s
SET paths = s.paths || more.paths, page_ids = s.page_ids || more.page_ids, positions = s.positions || more.positions
FROM (
  SELECT array_agg(u.path ORDER BY n) AS paths, array_agg(p.id ORDER BY n) AS page_ids,
    array_agg(o.position ORDER BY n) AS positions
  FROM unnest($2::text[]) WITH ORDINALITY AS u (path, n)
    LEFT JOIN pages p ON p.website_id = $1 AND p.path = u.path
    LEFT JOIN page_positions o ON o.website_id = $1 AND o.page_id = p.id
) more
WHERE s.website_id = $1
