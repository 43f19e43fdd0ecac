-- Visits to each of some pages.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 paths, $3 grains of the digests to read, $4 buckets of these digests,
-- $5 the other days to read, $6 recent days (inclusive), $7 end of the recent days
WITH chosen AS MATERIALIZED (
  SELECT p.id AS page_id, p.path, o.position / 8192 AS part
  FROM pages p LEFT JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.id
  WHERE p.website_id = $1::integer AND p.path = ANY ($2::text[])
), parts AS MATERIALIZED (
  SELECT part, array_agg(page_id) AS wanted_ids FROM chosen GROUP BY part
), counted AS (
  SELECT page_id, bot_visits[at] AS bot_visits, human_visits[at] AS human_visits,
    ai_bot_visits[at] AS ai_bot_visits, automation_visits[at] AS automation_visits,
    verified_visits[at] AS verified_visits, spoofed_visits[at] AS spoofed_visits,
    unverifiable_visits[at] AS unverifiable_visits, error_visits[at] AS error_visits,
    people_visits[at] AS people_visits, undecided_visits[at] AS undecided_visits
  FROM (
    SELECT (SELECT array_agg(page_id) FROM chosen) AS wanted_ids, page_ids || '{}' AS page_ids,
      bot_visits || '{}' AS bot_visits, human_visits || '{}' AS human_visits,
      ai_bot_visits || '{}' AS ai_bot_visits, automation_visits || '{}' AS automation_visits,
      verified_visits || '{}' AS verified_visits, spoofed_visits || '{}' AS spoofed_visits,
      unverifiable_visits || '{}' AS unverifiable_visits, error_visits || '{}' AS error_visits,
      people_visits || '{}' AS people_visits, undecided_visits || '{}' AS undecided_visits
    FROM unnest($3::text[], $4::timestamptz[]) AS wanted (grain, bucket)
    JOIN page_digests d ON d.website_id = $1::integer AND d.grain = wanted.grain AND d.bucket = wanted.bucket
    -- Without it, the arrays would be taken out anew for each page.
    OFFSET 0
  ) f CROSS JOIN LATERAL (
    SELECT page_id, width_bucket(page_id, f.page_ids) AS at FROM unnest(f.wanted_ids) AS page_id OFFSET 0
  ) found
  WHERE page_ids[at] = page_id
  UNION ALL
  SELECT page_id, CASE WHEN bot_id <> 0 THEN visits ELSE 0 END AS bot_visits,
    CASE WHEN bot_id = 0 THEN visits ELSE 0 END AS human_visits,
    CASE WHEN bot_id IN (SELECT bot_id FROM ai_bots) THEN visits ELSE 0 END AS ai_bot_visits,
    CASE WHEN bot_id = 6 THEN visits ELSE 0 END AS automation_visits, verified_visits, spoofed_visits,
    unverifiable_visits, error_visits, people_visits, undecided_visits
  FROM (
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits,
      people_visits, undecided_visits
    FROM judged_pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($5::timestamptz[]) AND page_id IN (SELECT page_id FROM chosen)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits, error_visits,
      people_visits, undecided_visits
    FROM judged_pages_recent
    WHERE website_id = $1::integer AND bucket >= $6::timestamptz AND bucket < $7::timestamptz AND page_id IN (SELECT page_id FROM chosen)
  ) p
)
SELECT c.path, coalesce(sum(bot_visits::float8), 0)::bigint AS bot_visits,
  coalesce(sum(human_visits::float8), 0)::bigint AS human_visits,
  coalesce(sum(ai_bot_visits::float8), 0)::bigint AS ai_bot_visits,
  coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
  coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
  coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
  coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
  coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
  coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
  coalesce(sum(automation_visits::float8), 0)::bigint AS automation_visits,
  (coalesce(sum(human_visits::float8), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
FROM counted JOIN chosen c USING (page_id)
GROUP BY c.path
