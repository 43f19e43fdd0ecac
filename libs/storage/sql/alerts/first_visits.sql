-- When bots came to websites for the first time, and when anybody did. A month in which a bot came
-- only in its name, from other addresses, does not count if there is another one.
-- $1 websites, $2 bots
SELECT website_id, CASE WHEN bot_id = ANY ($2::integer[]) THEN bot_id END AS bot_id,
  extract(epoch FROM coalesce(min(first_seen) FILTER (WHERE visits > coalesce(spoofed_visits, 0)), min(first_seen)))::float8 * 1000 AS at
FROM traffic_monthly
WHERE website_id = ANY ($1::integer[])
GROUP BY 1, 2
