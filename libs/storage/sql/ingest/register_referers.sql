-- The numbers of referers; those that the dictionary does not know get one, up to the bound of
-- their website and the day of their visit. Those beyond it have none. It runs behind
-- take_numbers.sql.
-- Written by npm run statements, from the table of fields.
-- $1 websites, $2 referer, $3 source,
-- $4 days of the visits; $5 bound on new ones for each website and day
WITH given AS MATERIALIZED (
  SELECT website_id, text_key(referer, source) AS key,
    referer, source, day, (number - 1)::integer AS place
  FROM unnest($1::integer[], $2::text[], $3::text[], $4::date[])
    WITH ORDINALITY AS u (website_id, referer, source, day, number)
), known AS (
  SELECT g.website_id, g.key, r.id FROM given g
  JOIN referers r ON r.website_id = g.website_id AND r.key = g.key
), unknown AS (
  SELECT website_id, key, min(referer) AS referer, min(source) AS source, min(day) AS day
  FROM given g
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.website_id = g.website_id AND k.key = g.key)
  GROUP BY 1, 2
), ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY key) + coalesce(q.new_referers, 0) AS of_day
  FROM unknown u LEFT JOIN dictionary_quotas q USING (website_id, day)
), taken AS (
  SELECT r.*, (n.last_referer + row_number() OVER (PARTITION BY r.website_id ORDER BY r.key))::integer AS id
  FROM ranked r JOIN dictionary_numbers n USING (website_id)
  WHERE of_day <= $5::integer
), inserted AS (
  INSERT INTO referers (website_id, id, key, referer, source)
  SELECT website_id, id, key, referer, source FROM taken ORDER BY 1, 2
), counted AS (
  INSERT INTO dictionary_quotas AS q (website_id, day, new_referers)
  SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (website_id, day) DO UPDATE SET new_referers = q.new_referers + excluded.new_referers
), numbered AS (
  UPDATE dictionary_numbers n SET last_referer = t.id
  FROM (SELECT website_id, max(id) AS id FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id
)
SELECT g.place, i.id
FROM given g JOIN (SELECT * FROM known UNION SELECT website_id, key, id FROM taken) i USING (website_id, key)
