-- Counts the raw visits of some days of a website, of which nothing is counted yet, in
-- late_pages_daily. Longer buckets are added up from shorter ones.
-- Written by npm run statements.
-- $1 website, $2 start of a UTC day (inclusive), $3 start of a UTC day (exclusive)
INSERT INTO late_pages_daily (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
  unverifiable_visits)
SELECT v.website_id, day_of(v.time), v.bot_id, v.page_id, count(*),
  count(*) FILTER (WHERE v.status_code >= 400),
  nullif(count(*) FILTER (WHERE v.verification = 1), 0),
  nullif(count(*) FILTER (WHERE v.verification = 2), 0),
  nullif(count(*) FILTER (WHERE v.verification = 3), 0)
FROM visits v
WHERE v.website_id = $1::integer AND v.time >= $2::timestamptz AND v.time < $3::timestamptz AND v.page_id IS NOT NULL AND v.late
GROUP BY 1, 2, 3, 4
