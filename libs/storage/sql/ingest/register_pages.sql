-- The ids of paths; those that the dictionary does not know get one, up to the bound of their
-- website and the day of their visit. Those beyond it have none. Runs behind take_numbers.sql.
-- Written by npm run statements.
-- $1-$2 as in find_pages.sql, $3 days of the visits,
-- $4 bound on new paths for each website and day
WITH given AS (
  SELECT website_id, path, day, (number - 1)::integer AS place
  FROM unnest($1::integer[], $2::text[], $3::date[]) WITH ORDINALITY AS u (website_id, path, day, number)
), known AS (
  SELECT g.website_id, g.path, p.id FROM given g JOIN pages p ON p.website_id = g.website_id AND p.path = g.path
), unknown AS (
  SELECT website_id, path, min(day) AS day FROM given g
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.website_id = g.website_id AND k.path = g.path)
  GROUP BY 1, 2
), ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY path) + coalesce(q.new_pages, 0) AS of_day
  FROM unknown u LEFT JOIN page_quotas q USING (website_id, day)
), taken AS (
  SELECT r.*, (n.last_page + row_number() OVER (PARTITION BY r.website_id ORDER BY r.path))::bigint AS id
  FROM ranked r JOIN dictionary_numbers n USING (website_id)
  WHERE of_day <= $4::integer
), inserted AS (
  INSERT INTO pages (website_id, id, path) SELECT website_id, id, path FROM taken ORDER BY 1, 2
), counted AS (
  INSERT INTO page_quotas AS q (website_id, day, new_pages)
  SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (website_id, day) DO UPDATE SET new_pages = q.new_pages + excluded.new_pages
), numbered AS (
  UPDATE dictionary_numbers n SET last_page = t.id
  FROM (SELECT website_id, max(id) AS id FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id
)
SELECT g.place, i.id
FROM given g JOIN (SELECT * FROM known UNION SELECT website_id, path, id FROM taken) i USING (website_id, path)
