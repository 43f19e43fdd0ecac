-- Counts of one page by day, week or month. They are read from the digests of days, where there
-- are any. The index of a page there is looked for once: without OFFSET, the planner would look
-- anew for each count, and read the long list of pages anew.
-- Written by npm run statements.
-- $1 website, $2 buckets of these digests, $3 the other days to read, $4 recent days (inclusive),
-- $5 end of the recent days, $6 the only page or null, $7 day, week or month
WITH counted AS (
  SELECT d.bucket, d.bot_visits[at] AS bot_visits, d.human_visits[at] AS human_visits,
    d.ai_bot_visits[at] AS ai_bot_visits, d.verified_visits[at] AS verified_visits,
    d.spoofed_visits[at] AS spoofed_visits, d.unverifiable_visits[at] AS unverifiable_visits,
    d.people_visits[at] AS people_visits, d.undecided_visits[at] AS undecided_visits,
    d.automation_visits[at] AS automation_visits
  FROM page_digests d, LATERAL (SELECT width_bucket($6::bigint, d.page_ids) AS at OFFSET 0) found
  WHERE d.website_id = $1::integer AND d.grain = 'day' AND d.bucket = ANY ($2::timestamptz[]) AND d.page_ids[at] = $6::bigint
  UNION ALL
  SELECT bucket, CASE WHEN bot_id <> 0 THEN visits ELSE 0 END AS bot_visits,
    CASE WHEN bot_id = 0 THEN visits ELSE 0 END AS human_visits,
    CASE WHEN bot_id IN (SELECT bot_id FROM ai_bots) THEN visits ELSE 0 END AS ai_bot_visits,
    verified_visits, spoofed_visits, unverifiable_visits, people_visits, undecided_visits,
    CASE WHEN bot_id = 6 THEN visits ELSE 0 END AS automation_visits
  FROM (
    SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
      undecided_visits
    FROM judged_pages_daily
    WHERE website_id = $1::integer AND bucket = ANY ($3::timestamptz[]) AND page_id = $6::bigint
    UNION ALL
    SELECT bucket, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
      undecided_visits
    FROM judged_pages_recent
    WHERE website_id = $1::integer AND bucket >= $4::timestamptz AND bucket < $5::timestamptz AND page_id = $6::bigint
  ) days
), summed AS (
  SELECT date_trunc($7::text, bucket, 'UTC') AS bucket, coalesce(sum(bot_visits::float8), 0)::bigint AS bot_visits,
    coalesce(sum(human_visits::float8), 0)::bigint AS human_visits,
    coalesce(sum(ai_bot_visits::float8), 0)::bigint AS ai_bot_visits,
    coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
    coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
    coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits,
    coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    coalesce(sum(automation_visits::float8), 0)::bigint AS automation_visits, (coalesce(sum(human_visits::float8), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
  FROM counted
  GROUP BY 1
)
SELECT extract(epoch FROM bucket)::bigint AS bucket, bot_visits + human_visits AS total_visits,
  bot_visits, human_visits, ai_bot_visits, verified_visits, spoofed_visits, unverifiable_visits,
    people_visits, undecided_visits, automation_visits, not_judged_visits
FROM summed
