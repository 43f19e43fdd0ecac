-- Counts of a website over whole days. They are added up by bot first, because there are few bots.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT
  coalesce(sum(t.visits), 0)::bigint AS total_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id <> 0), 0)::bigint AS bot_visits,
  coalesce(sum(t.visits) FILTER (WHERE t.bot_id = 0), 0)::bigint AS human_visits,
  coalesce(sum(t.visits) FILTER (WHERE ai.bot_id IS NOT NULL), 0)::bigint AS ai_bot_visits,
  coalesce(sum(t.verified_visits), 0)::bigint AS verified_visits,
  coalesce(sum(t.spoofed_visits), 0)::bigint AS spoofed_visits,
  coalesce(sum(t.unverifiable_visits), 0)::bigint AS unverifiable_visits,
  (SELECT coalesce(sum(visits), 0)::bigint FROM referrals_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3) AS ai_referred_visits,
  (SELECT coalesce(sum(requests), 0)::bigint FROM skipped_daily
    WHERE website_id = $1 AND bucket >= $2 AND bucket < $3) AS skipped_requests
FROM (
  SELECT bot_id, sum(visits::float8) AS visits, sum(verified_visits::float8) AS verified_visits,
    sum(spoofed_visits::float8) AS spoofed_visits, sum(unverifiable_visits::float8) AS unverifiable_visits
  FROM traffic_daily
  WHERE website_id = $1 AND bucket >= $2 AND bucket < $3
  GROUP BY bot_id
) t LEFT JOIN ai_bots ai ON ai.bot_id = t.bot_id
