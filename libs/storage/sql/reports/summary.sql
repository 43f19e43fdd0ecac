-- Counts of a website over whole days.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT
  coalesce(sum(t.visits), 0)::bigint AS total_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id <> 0), 0)::bigint AS bot_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id = 0), 0)::bigint AS human_visits,
  coalesce(sum(t.visits) FILTER (WHERE starts_with(b.category, 'ai_')), 0)::bigint AS ai_bot_visits,
  coalesce(sum(t.verified_visits), 0)::bigint AS verified_visits,
  coalesce(sum(t.spoofed_visits), 0)::bigint AS spoofed_visits,
  coalesce(sum(t.unverifiable_visits), 0)::bigint AS unverifiable_visits,
  (SELECT coalesce(sum(visits), 0)::bigint FROM referrals_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3) AS ai_referred_visits,
  (SELECT coalesce(sum(requests), 0)::bigint FROM skipped_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3) AS skipped_requests
FROM traffic_daily t JOIN bots b ON b.id = t.bot_id
WHERE t.website_id = $1 AND t.bucket >= $2 AND t.bucket < $3
