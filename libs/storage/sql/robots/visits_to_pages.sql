-- Visits of bots to pages that the rules for them disallow, and to pages that could not be judged.
-- $1 website, $2 and $3 grains and buckets of the digests to read, $4 the other days to read,
-- $5 and $6 the recent days (inclusive, exclusive), $7 bots, $8 for each the index of its rules,
-- $9 indexes of rules that disallow every page but /robots.txt, $10 pages that not all rules allow,
-- $11 the class of each, 0 for those that were not judged, $12 classes of pages, $13 the index of
-- rules that do not allow the class, $14 whether they disallow it, or it cannot be judged, $15 the
-- last page that was judged or null, $16 how many of the disallowed pages are named
WITH wanted_bots AS MATERIALIZED (
  SELECT bot_id, rules, rules = ANY ($9::integer[]) AS closed FROM unnest($7::integer[], $8::integer[]) AS w (bot_id, rules)
), judged AS MATERIALIZED (
  SELECT page_id, class FROM unnest($10::bigint[], $11::integer[]) AS j (page_id, class)
), classes AS MATERIALIZED (
  SELECT class, rules, disallowed FROM unnest($12::integer[], $13::integer[], $14::boolean[]) AS k (class, rules, disallowed)
), counted AS (
  SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits, unnest(s.verified_visits) AS verified_visits,
    unnest(s.spoofed_visits) AS spoofed_visits, unnest(s.unverifiable_visits) AS unverifiable_visits
  FROM unnest($2::text[], $3::timestamptz[]) AS wanted (grain, bucket)
  JOIN bot_page_sets s ON s.website_id = $1 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
  WHERE s.bot_id = ANY ($7)
  UNION ALL
  SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
  WHERE website_id = $1 AND bucket = ANY ($4::timestamptz[]) AND bot_id = ANY ($7)
  UNION ALL
  SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
  WHERE website_id = $1 AND bucket >= $5 AND bucket < $6 AND bot_id = ANY ($7)
), judged_visits AS (
  SELECT c.*, CASE
      WHEN w.closed THEN
        CASE WHEN c.page_id = (SELECT id FROM pages WHERE website_id = $1 AND path = '/robots.txt') THEN 'allowed' ELSE 'disallowed' END
      WHEN c.page_id > $15::bigint OR j.class = 0 THEN 'beyond_limit'
      WHEN k.disallowed THEN 'disallowed'
      WHEN k.disallowed IS FALSE THEN 'not_judged'
      ELSE 'allowed'
    END AS verdict
  FROM counted c JOIN wanted_bots w USING (bot_id) LEFT JOIN judged j ON j.page_id = c.page_id
    LEFT JOIN classes k ON k.class = j.class AND k.rules = w.rules
), told AS MATERIALIZED (
  -- Only pages that are not allowed are told from each other, and most pages are.
  SELECT bot_id, verdict, CASE verdict WHEN 'disallowed' THEN page_id END AS page_id, sum(visits::float8) AS visits,
    sum(verified_visits::float8) AS verified_visits, sum(spoofed_visits::float8) AS spoofed_visits,
    sum(unverifiable_visits::float8) AS unverifiable_visits
  FROM judged_visits
  GROUP BY 1, 2, 3
), samples AS MATERIALIZED (
  SELECT bot_id, json_agg(json_build_object('page', page_id, 'path', path, 'visits', visits::bigint) ORDER BY visits DESC, page_id) AS samples
  FROM (
    SELECT bot_id, page_id, visits, row_number() OVER (PARTITION BY bot_id ORDER BY visits DESC, page_id) AS place
    FROM told
    WHERE verdict = 'disallowed'
  ) t JOIN pages p ON p.website_id = $1 AND p.id = t.page_id
  WHERE place <= $16
  GROUP BY bot_id
), summed AS (
  SELECT bot_id, sum(visits)::bigint AS paged_visits,
    coalesce(sum(visits) FILTER (WHERE verdict = 'disallowed'), 0)::bigint AS disallowed_visits,
    coalesce(sum(verified_visits) FILTER (WHERE verdict = 'disallowed'), 0)::bigint AS disallowed_verified_visits,
    coalesce(sum(spoofed_visits) FILTER (WHERE verdict = 'disallowed'), 0)::bigint AS disallowed_spoofed_visits,
    coalesce(sum(unverifiable_visits) FILTER (WHERE verdict = 'disallowed'), 0)::bigint AS disallowed_unverifiable_visits,
    coalesce(sum(visits) FILTER (WHERE verdict IN ('not_judged', 'beyond_limit')), 0)::bigint AS not_judged_visits,
    coalesce(sum(visits) FILTER (WHERE verdict = 'beyond_limit'), 0)::bigint AS beyond_limit_visits
  FROM told
  GROUP BY bot_id
)
SELECT bot_id AS bot, paged_visits, disallowed_visits, disallowed_verified_visits, disallowed_spoofed_visits,
  disallowed_unverifiable_visits, not_judged_visits, beyond_limit_visits, coalesce(samples, '[]') AS samples
FROM summed LEFT JOIN samples USING (bot_id)
