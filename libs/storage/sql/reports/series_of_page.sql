-- Counts of one page by day, week or month. They are read from the digests of days, where there are
-- any: a set of a bot tells by a bit whether it has the page. Its place there is looked for once:
-- without OFFSET, the planner would look anew for each count, and read the long list of pages anew.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- $1 website, $2 the days with a digest, $3 the other days to read,
-- $4 and $5 the recent days (inclusive, exclusive), $6 page, $7 bots or null,
-- $8 verification or null, $9 day, week or month
WITH place AS (
  SELECT position FROM page_positions WHERE website_id = $1 AND page_id = $6
), counted AS (
  SELECT d.bucket, 0 AS bot_id, d.human_visits[array_position(d.page_ids, $6)] AS visits,
    NULL::bigint AS verified_visits, NULL::bigint AS spoofed_visits, NULL::bigint AS unverifiable_visits
  FROM page_digests d
  WHERE d.website_id = $1 AND d.grain = 'day' AND d.bucket = ANY ($2::timestamptz[]) AND $7::integer[] IS NULL
  UNION ALL
  SELECT s.bucket, s.bot_id, s.visits[at], s.verified_visits[at], s.spoofed_visits[at], s.unverifiable_visits[at]
  FROM place JOIN bot_page_sets s ON s.part = position / 8192 AND get_bit(s.pages, position % 8192) = 1,
    LATERAL (SELECT array_position(s.page_ids, $6) AS at OFFSET 0) found
  WHERE s.website_id = $1 AND s.grain = 'day' AND s.bucket = ANY ($2) AND ($7 IS NULL OR s.bot_id = ANY ($7))
  UNION ALL
  SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
  WHERE website_id = $1 AND bucket = ANY ($3::timestamptz[]) AND page_id = $6 AND ($7 IS NULL OR bot_id = ANY ($7))
  UNION ALL
  SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
  WHERE website_id = $1 AND bucket >= $4 AND bucket < $5 AND page_id = $6 AND ($7 IS NULL OR bot_id = ANY ($7))
), chosen AS (
  SELECT date_trunc($9::text, bucket, 'UTC') AS bucket, bot_id,
    visits_with($8, visits, verified_visits, spoofed_visits, unverifiable_visits) AS visits,
    verified_visits, spoofed_visits, unverifiable_visits
  FROM counted
)
SELECT extract(epoch FROM c.bucket)::bigint AS bucket,
  coalesce(sum(c.visits), 0)::bigint AS total_visits,
  coalesce(sum(c.visits) FILTER (WHERE c.bot_id <> 0), 0)::bigint AS bot_visits,
  coalesce(sum(c.visits) FILTER (WHERE c.bot_id = 0), 0)::bigint AS human_visits,
  coalesce(sum(c.visits) FILTER (WHERE c.bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
  coalesce(sum(c.verified_visits), 0)::bigint AS verified_visits,
  coalesce(sum(c.spoofed_visits), 0)::bigint AS spoofed_visits,
  coalesce(sum(c.unverifiable_visits), 0)::bigint AS unverifiable_visits
FROM chosen c
GROUP BY c.bucket
