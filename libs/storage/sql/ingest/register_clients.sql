-- The numbers of clients; those that the dictionary does not know get one, up to the bound of
-- their website and the day of their visit. Those beyond it have none. It runs behind
-- take_numbers.sql.
-- Written by npm run statements, from the table of fields.
-- $1 websites, $2 method, $3 host, $4 user_agent, $5 browser, $6 os, $7 device,
-- $8 days of the visits; $9 bound on new ones for each website and day
WITH given AS MATERIALIZED (
  SELECT website_id, text_key(method, host, user_agent, browser, os, device) AS key,
    method, host, user_agent, browser, os, device, day, (number - 1)::integer AS place
  FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::date[])
    WITH ORDINALITY AS u (website_id, method, host, user_agent, browser, os, device, day, number)
), known AS (
  SELECT g.website_id, g.key, c.id FROM given g
  JOIN clients c ON c.website_id = g.website_id AND c.key = g.key
), unknown AS (
  SELECT website_id, key, min(method) AS method, min(host) AS host, min(user_agent) AS user_agent, min(browser) AS browser,
    min(os) AS os, min(device) AS device, min(day) AS day
  FROM given g
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.website_id = g.website_id AND k.key = g.key)
  GROUP BY 1, 2
), ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY key) + coalesce(q.new_clients, 0) AS of_day
  FROM unknown u LEFT JOIN dictionary_quotas q USING (website_id, day)
), taken AS (
  SELECT r.*, (n.last_client + row_number() OVER (PARTITION BY r.website_id ORDER BY r.key))::integer AS id
  FROM ranked r JOIN dictionary_numbers n USING (website_id)
  WHERE of_day <= $9::integer
), inserted AS (
  INSERT INTO clients (website_id, id, key, method, host, user_agent, browser, os, device)
  SELECT website_id, id, key, method, host, user_agent, browser, os, device FROM taken ORDER BY 1, 2
), counted AS (
  INSERT INTO dictionary_quotas AS q (website_id, day, new_clients)
  SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (website_id, day) DO UPDATE SET new_clients = q.new_clients + excluded.new_clients
), numbered AS (
  UPDATE dictionary_numbers n SET last_client = t.id
  FROM (SELECT website_id, max(id) AS id FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id
)
SELECT g.place, i.id
FROM given g JOIN (SELECT * FROM known UNION SELECT website_id, key, id FROM taken) i USING (website_id, key)
