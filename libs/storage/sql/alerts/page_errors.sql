-- What bots got of pages, by UTC day. Each page is looked up by itself: a view of aggregates that
-- is joined would be computed for all websites. The OFFSET keeps the planner from joining.
-- $1-$2 websites and paths, $3 first day, $4 bots
SELECT a.website_id, a.path, extract(epoch FROM p.bucket)::float8 * 1000 AS day, p.bot_id, p.visits, p.errors
FROM unnest($1::integer[], $2::text[]) AS a (website_id, path)
JOIN pages ON pages.website_id = a.website_id AND pages.path = a.path
CROSS JOIN LATERAL (
  SELECT r.bucket, r.bot_id, sum(r.visits::float8) AS visits, sum(r.error_visits::float8) AS errors
  FROM pages_recent r
  WHERE r.website_id = pages.website_id AND r.page_id = pages.id AND r.bucket >= $3 AND r.bot_id = ANY ($4::integer[])
  GROUP BY 1, 2
  OFFSET 0
) p
