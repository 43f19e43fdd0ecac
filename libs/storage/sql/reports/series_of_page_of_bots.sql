-- Visits of some bots to one page by day, week or month, with one verification or with any. They
-- are read from the sets of days, where there are any: a set tells by a bit whether it has the
-- page.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 website, $2 buckets of these digests, $3 the other days to read, $4 recent days (inclusive),
-- $5 end of the recent days, $6 the only page or null, $7 bots or null, $8 day, week or month,
-- $9 verification or null
WITH place AS (
  SELECT position FROM page_positions WHERE website_id = $1::integer AND page_id = $6::bigint
), counted AS (
  SELECT s.bucket, s.bot_id, s.visits[at], s.verified_visits[at], s.spoofed_visits[at], s.unverifiable_visits[at],
    NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
  FROM place JOIN bot_page_sets s ON s.part = position / 8192 AND get_bit(s.pages, position % 8192) = 1,
    LATERAL (SELECT array_position(s.page_ids, $6::bigint) AS at OFFSET 0) found
  WHERE s.website_id = $1::integer AND s.grain = 'day' AND s.bucket = ANY ($2::timestamptz[]) AND s.bot_id = ANY ($7::integer[])
  UNION ALL
  SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
    undecided_visits
  FROM judged_pages_daily
  WHERE website_id = $1::integer AND bucket = ANY ($3::timestamptz[]) AND page_id = $6::bigint AND ($7::integer[] IS NULL OR bot_id IN (SELECT unnest($7::integer[])))
  UNION ALL
  SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
    undecided_visits
  FROM judged_pages_recent
  WHERE website_id = $1::integer AND bucket >= $4::timestamptz AND bucket < $5::timestamptz AND page_id = $6::bigint AND ($7::integer[] IS NULL OR bot_id IN (SELECT unnest($7::integer[])))
), chosen AS (
  SELECT date_trunc($8::text, bucket, 'UTC') AS bucket, bot_id, visits_with($9::text, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits,
    verified_visits, spoofed_visits, unverifiable_visits, people_visits, undecided_visits
  FROM counted
)
SELECT extract(epoch FROM bucket)::bigint AS bucket,
  coalesce(sum(visits::float8), 0)::bigint AS total_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
    (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0))::bigint AS human_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
  coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id = 6), 0)::bigint AS automation_visits,
    (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
FROM chosen
GROUP BY bucket
