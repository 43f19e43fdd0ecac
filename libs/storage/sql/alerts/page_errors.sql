-- What bots got of pages, by UTC day.
-- $1-$2 websites and paths, $3 first day, $4 bots
SELECT a.website_id, a.path, extract(epoch FROM p.bucket)::float8 * 1000 AS day, p.bot_id,
  sum(p.visits::float8) AS visits, sum(p.error_visits::float8) AS errors
FROM unnest($1::integer[], $2::text[]) AS a (website_id, path)
JOIN pages ON pages.website_id = a.website_id AND pages.path = a.path
JOIN pages_recent p ON p.website_id = a.website_id AND p.page_id = pages.id
WHERE p.bucket >= $3 AND p.bot_id = ANY ($4::integer[])
GROUP BY 1, 2, 3, 4
