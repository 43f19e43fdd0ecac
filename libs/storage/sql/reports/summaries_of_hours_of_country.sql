-- Counts of some websites over whole hours: the UTC days between are read as days, the edges as
-- hours. Skipped requests are counted by UTC day only. Only visits from one country. They are
-- added up by bot first, because there are few bots. A website without visits has zeros.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- Written by npm run statements.
-- $1 websites, $2 country, $3 the first whole bucket, $4 the end of the whole buckets,
-- $5 from (inclusive), $6 to (exclusive)
WITH ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
), scanners AS MATERIALIZED (
  SELECT id AS bot_id FROM bots WHERE category = 'security_scanner'
  UNION ALL
  SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
  WHERE coalesce(b.category, d.category) = 'security_scanner'
), of_bots AS MATERIALIZED (
  SELECT website_id, bot_id, sum(visits::float8) AS visits, sum(verified_visits::float8) AS verified_visits,
    sum(spoofed_visits::float8) AS spoofed_visits,
    sum(unverifiable_visits::float8) AS unverifiable_visits,
    sum(people_visits::float8) AS people_visits, sum(undecided_visits::float8) AS undecided_visits,
    sum(error_visits::float8) AS error_visits
  FROM (
    SELECT website_id, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
      undecided_visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits
    FROM judged_countries_daily
    WHERE website_id = ANY ($1::integer[]) AND country = $2::text AND bucket >= $3::timestamptz AND bucket < $4::timestamptz
    UNION ALL
    SELECT website_id, bot_id, visits, verified_visits, spoofed_visits, unverifiable_visits, people_visits,
      undecided_visits, CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits
    FROM judged_countries_hourly
    WHERE website_id = ANY ($1::integer[]) AND country = $2::text AND (bucket >= $5::timestamptz AND bucket < $3::timestamptz OR bucket >= $4::timestamptz AND bucket < $6::timestamptz)
  ) counted
  GROUP BY website_id, bot_id
), traffic AS (
  SELECT website_id, sum(visits) AS total_visits, sum(visits) FILTER (WHERE bot_id <> 0) AS bot_visits,
    sum(visits) FILTER (WHERE bot_id = 0) AS human_visits,
    sum(visits) FILTER (WHERE ai.bot_id IS NOT NULL) AS ai_bot_visits,
    sum(verified_visits) AS verified_visits, sum(spoofed_visits) AS spoofed_visits,
    sum(unverifiable_visits) AS unverifiable_visits,
    coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
    coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
    coalesce(sum(visits::float8) FILTER (WHERE bot_id = 6), 0)::bigint AS automation_visits,
    (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits,
    sum(error_visits) AS error_visits,
    sum(error_visits) FILTER (WHERE ai.bot_id IS NOT NULL) AS ai_error_visits,
    sum(visits) FILTER (WHERE scanners.bot_id IS NOT NULL) AS scanner_visits,
    sum(error_visits) FILTER (WHERE scanners.bot_id IS NOT NULL) AS scanner_error_visits
  FROM of_bots LEFT JOIN ai USING (bot_id) LEFT JOIN scanners USING (bot_id)
  GROUP BY website_id
)
SELECT website_id, coalesce(t.total_visits, 0)::bigint AS total_visits, coalesce(t.bot_visits, 0)::bigint AS bot_visits,
  coalesce(t.human_visits, 0)::bigint AS human_visits,
  coalesce(t.ai_bot_visits, 0)::bigint AS ai_bot_visits,
  coalesce(t.verified_visits, 0)::bigint AS verified_visits,
  coalesce(t.spoofed_visits, 0)::bigint AS spoofed_visits,
  coalesce(t.unverifiable_visits, 0)::bigint AS unverifiable_visits,
  coalesce(t.error_visits, 0)::bigint AS error_visits,
  coalesce(t.ai_error_visits, 0)::bigint AS ai_error_visits,
  coalesce(t.scanner_visits, 0)::bigint AS scanner_visits,
  coalesce(t.scanner_error_visits, 0)::bigint AS scanner_error_visits,
  coalesce(t.people_visits, 0)::bigint AS people_visits,
    coalesce(t.undecided_visits, 0)::bigint AS undecided_visits,
    coalesce(t.automation_visits, 0)::bigint AS automation_visits,
    coalesce(t.not_judged_visits, 0)::bigint AS not_judged_visits,
  NULL AS ai_referred_visits,
  NULL AS skipped_requests
FROM unnest($1::integer[]) AS wanted (website_id)
  LEFT JOIN traffic t USING (website_id)
