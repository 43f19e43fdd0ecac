-- The ids of hosts; those that the dictionary does not know get one, up to the bound of their
-- website and the day of their visit. Those beyond it have none. Runs behind take_numbers.sql.
-- Written by npm run statements.
-- $1-$2 as in find_hosts.sql, $3 days of the visits,
-- $4 bound on new hosts for each website and day
WITH given AS (
  SELECT website_id, host, day, (number - 1)::integer AS place
  FROM unnest($1::integer[], $2::text[], $3::date[]) WITH ORDINALITY AS u (website_id, host, day, number)
), known AS (
  SELECT g.website_id, g.host, h.id FROM given g JOIN hosts h ON h.website_id = g.website_id AND h.host = g.host
), unknown AS (
  SELECT website_id, host, min(day) AS day FROM given g
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.website_id = g.website_id AND k.host = g.host)
  GROUP BY 1, 2
), ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY host) + coalesce(q.new_hosts, 0) AS of_day
  FROM unknown u LEFT JOIN dictionary_quotas q USING (website_id, day)
), taken AS (
  SELECT r.*, (n.last_host + row_number() OVER (PARTITION BY r.website_id ORDER BY r.host))::integer AS id
  FROM ranked r JOIN dictionary_numbers n USING (website_id)
  WHERE of_day <= $4::integer
), inserted AS (
  INSERT INTO hosts (website_id, id, host) SELECT website_id, id, host FROM taken ORDER BY 1, 2
), counted AS (
  INSERT INTO dictionary_quotas AS q (website_id, day, new_hosts)
  SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (website_id, day) DO UPDATE SET new_hosts = q.new_hosts + excluded.new_hosts
), numbered AS (
  UPDATE dictionary_numbers n SET last_host = t.id
  FROM (SELECT website_id, max(id) AS id FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id
)
SELECT g.place, i.id
FROM given g JOIN (SELECT * FROM known UNION SELECT website_id, host, id FROM taken) i USING (website_id, host)
